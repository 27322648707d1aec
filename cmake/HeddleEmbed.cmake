# heddle_embed(ARRAYS FILE...): sets ARRAYS to files of the build, one for each
# FILE, that are the bytes of it as initializers of an array of C: a source
# includes NAME.inc.
function(heddle_embed arrays)
  set(made)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    set(array ${CMAKE_CURRENT_BINARY_DIR}/${name}.inc)
    add_custom_command(OUTPUT ${array}
      COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${array}
        -P ${CMAKE_SOURCE_DIR}/lib/Builtins/EmbedFile.cmake
      DEPENDS ${file} ${CMAKE_SOURCE_DIR}/lib/Builtins/EmbedFile.cmake
      VERBATIM)
    list(APPEND made ${array})
  endforeach()
  set(${arrays} ${made} PARENT_SCOPE)
endfunction()

# heddle_lit_suite(NAME FOLDER [PLUGINS TARGET...] [DEPENDS TARGET...])
#
# Adds the lit tests in FOLDER as the test NAME of ctest and as the target
# check-NAME. RUN lines find Heddle's tools, FileCheck and not by their names. For
# each of PLUGINS, targets that are pass plugins, "%load-TARGET" stands for the
# option that loads it. A lit.cfg.py in FOLDER is read, too. The target
# update-NAME writes the CHECK lines of those tests in FOLDER that ask for it, see
# ptx-update-checks.
#
# HEDDLE_TOOLS_DIR, HEDDLE_LIT_TOOLS_DIR: where the tools are, and
# ptx-update-checks.
function(heddle_lit_suite name folder)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "PLUGINS;DEPENDS")
  # Who only builds against the library needs none of them.
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  find_program(HEDDLE_FILECHECK NAMES FileCheck FileCheck-19
    HINTS ${LLVM_TOOLS_BINARY_DIR} /usr/lib/llvm-19/bin REQUIRED
    DOC "LLVM's FileCheck, which lit tests call")
  # Debian installs lit beside LLVM's build tools, not on PATH.
  find_file(HEDDLE_LIT NAMES lit.py
    HINTS ${LLVM_TOOLS_BINARY_DIR}/../build/utils/lit
      /usr/lib/llvm-19/build/utils/lit
    DOC "LLVM's lit")
  find_program(HEDDLE_LIT_PROGRAM lit DOC "lit as pip installs it")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "heddle_lit_suite(${name}): what is '${ARG_UNPARSED_ARGUMENTS}'?")
  endif()
  get_filename_component(source ${folder} ABSOLUTE)
  if(NOT IS_DIRECTORY ${source})
    message(FATAL_ERROR "heddle_lit_suite(${name}): there is no ${source}")
  endif()
  if(HEDDLE_LIT)
    set(lit ${Python3_EXECUTABLE} ${HEDDLE_LIT})
  elseif(HEDDLE_LIT_PROGRAM)
    set(lit ${HEDDLE_LIT_PROGRAM})
  else()
    message(FATAL_ERROR "heddle_lit_suite: there is no lit; set HEDDLE_LIT")
  endif()
  get_filename_component(llvm_tools ${HEDDLE_FILECHECK} DIRECTORY)
  set(binary ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(substitutions)
  set(definitions)
  foreach(plugin ${ARG_PLUGINS})
    set(option "--load-pass-plugin=$<TARGET_FILE:${plugin}>")
    string(APPEND substitutions
      "config.substitutions.append((r\"%load-${plugin}\\b\", r\"${option}\"))\n")
    list(APPEND definitions "--define=%load-${plugin}=${option}")
  endforeach()
  file(GENERATE OUTPUT ${binary}/lit.site.cfg.py CONTENT "import os
import lit.formats
config.name = \"${name}\"
config.test_format = lit.formats.ShTest(True)
config.test_source_root = r\"${source}\"
config.test_exec_root = r\"${binary}\"
config.suffixes = [\".ptx\", \".ll\", \".mir\", \".s\", \".test\"]
config.excludes = [\"Inputs\"]
config.environment[\"PATH\"] = os.pathsep.join(
    [r\"${HEDDLE_TOOLS_DIR}\", r\"${llvm_tools}\", config.environment[\"PATH\"]])
${substitutions}
own = r\"${source}/lit.cfg.py\"
if os.path.exists(own):
    lit_config.load_config(config, own)
")
  add_test(NAME ${name} COMMAND ${lit} -sv ${binary})
  add_custom_target(check-${name} COMMAND ${lit} -sv ${binary}
    DEPENDS ${ARG_PLUGINS} ${ARG_DEPENDS} USES_TERMINAL)
  add_custom_target(update-${name}
    COMMAND ${Python3_EXECUTABLE} ${HEDDLE_LIT_TOOLS_DIR}/ptx-update-checks
      --tools=${HEDDLE_TOOLS_DIR} ${definitions} --noted ${source}
    DEPENDS ${ARG_PLUGINS} ${ARG_DEPENDS} USES_TERMINAL VERBATIM)
endfunction()

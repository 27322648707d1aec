# cmake -DINPUT=file -DOUTPUT=file.inc -P EmbedFile.cmake
# Writes the bytes of INPUT as initializers of a C array.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
file(WRITE ${OUTPUT} "${bytes}")

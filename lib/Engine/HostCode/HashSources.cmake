# cmake -DOUTPUT=file.inc "-DINPUTS=a;b;c" -P HashSources.cmake
# Writes a hash of the contents of INPUTS as a string of C.
set(hashes)
foreach(input ${INPUTS})
  file(SHA256 ${input} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 all "${hashes}")
file(WRITE ${OUTPUT} "\"${all}\"\n")

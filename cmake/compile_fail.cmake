# cmake -DBUILD_DIR= -DTARGET= -DCONFIG= -DEXPECTED=<regex> -P compile_fail.cmake
#
# Succeeds if building TARGET fails and its output matches EXPECTED.
execute_process(
  COMMAND "${CMAKE_COMMAND}" --build "${BUILD_DIR}" --target "${TARGET}" --config "${CONFIG}"
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output
  RESULT_VARIABLE result)
if(result EQUAL 0)
  message(FATAL_ERROR "It compiled, and should not have.")
endif()
# The compiler breaks and quotes lines as it likes.
string(REGEX REPLACE "[ \t\r\n]+" " " flat "${output}")
if(NOT flat MATCHES "${EXPECTED}")
  message(FATAL_ERROR "It did not compile, as it should, but the output does not match\n  ${EXPECTED}\nOutput:\n${output}")
endif()
message(STATUS "did not compile, with the expected message")

# Fails unless the file PROGRAM stands word for word in the file README.
file(READ "${README}" readme)
file(READ "${PROGRAM}" program)
string(FIND "${readme}" "```cpp\n${program}```" place)
if(place EQUAL -1)
  message(FATAL_ERROR "The program in ${README} is not ${PROGRAM}")
endif()

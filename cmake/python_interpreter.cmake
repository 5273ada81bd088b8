# SPDX-License-Identifier: Apache-2.0
# The interpreter of the Python module and of the tests: the user's python3 where it has numpy (a venv,
# conda), else the system's.
set(Python3_EXECUTABLE "" CACHE FILEPATH "The interpreter of the Python module and of the tests")
if(NOT Python3_EXECUTABLE)
  find_program(first_python NAMES python3 NO_CACHE)
  execute_process(COMMAND ${first_python} -c "import numpy" RESULT_VARIABLE no_numpy OUTPUT_QUIET ERROR_QUIET)
  if(NOT no_numpy EQUAL 0 AND EXISTS /usr/bin/python3)
    set(first_python /usr/bin/python3)
  elseif(NOT first_python)
    set(first_python "")
  endif()
  set(Python3_EXECUTABLE ${first_python} CACHE FILEPATH "" FORCE)
endif()
if(Python3_EXECUTABLE)
  message(STATUS "Python: ${Python3_EXECUTABLE} (another one: -DPython3_EXECUTABLE=...)")
else()
  message(STATUS "Python: none was found, so the Python module is not built")
endif()

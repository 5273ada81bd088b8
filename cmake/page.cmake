# SPDX-License-Identifier: Apache-2.0
# The page of `qualm report` and `qualm serve`: web/, bundled by Node into one HTML file that is compiled in.
set(page_sources ${PROJECT_SOURCE_DIR}/cmake/no_page.cpp)
if(NOT QUALM_PAGE)
  return()
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/web/page_template.cpp)  # a source package brings the page as it was built
  set(page_sources ${PROJECT_SOURCE_DIR}/web/page_template.cpp)
  return()
endif()
find_program(NODE NAMES node nodejs)
find_program(NPM npm)
set(page_work ${PROJECT_BINARY_DIR}/web)
if(NOT QUALM_TESTS)  # checkers of types and browsers to drive are for those who change the page
  set(page_omit --omit=dev)
endif()
if(NPM)
  set(page_install ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error ${page_omit})
else()
  set(page_install ${NODE} --no-warnings install.mjs ${page_omit})
endif()
file(SHA256 ${PROJECT_SOURCE_DIR}/web/package-lock.json page_lock)
set(page_stamp ${page_work}/installed${page_omit}-${page_lock})
if(NODE AND NOT EXISTS ${page_stamp})
  message(STATUS "qualm report: installing what the page is built with")
  file(COPY web/package.json web/package-lock.json web/.npmrc web/install.mjs DESTINATION ${page_work})
  execute_process(COMMAND ${page_install} WORKING_DIRECTORY ${page_work} RESULT_VARIABLE page_failed TIMEOUT 600)
  if(page_failed EQUAL 0)
    file(GLOB older_stamps ${page_work}/installed*)
    file(REMOVE ${older_stamps} ${page_stamp})
    file(TOUCH ${page_stamp})
  endif()
endif()
if(NOT EXISTS ${page_stamp})
  set(page_remedy "install nodejs, and npm if its settings are needed to reach the registry")
  if(NOT QUALM_PAGE STREQUAL "AUTO")
    message(FATAL_ERROR "QUALM_PAGE is on but the page cannot be built: ${page_remedy}")
  endif()
  message(STATUS "qualm report and qualm serve: off (${page_remedy})")
  return()
endif()

file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*)
set(page_sources ${page_work}/page_template.cpp)
if(QUALM_TESTS)  # the bundler leaves types out, this checks them: for who changes the page
  set(page_types COMMAND ${NODE} node_modules/typescript/bin/tsc -p .)
endif()
add_custom_command(OUTPUT ${page_sources}
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/web ${page_work}
  ${page_types}
  COMMAND ${NODE} build.mjs page_template.cpp
  WORKING_DIRECTORY ${page_work} DEPENDS ${page_files} ${page_stamp} COMMENT "Bundling the page" VERBATIM)

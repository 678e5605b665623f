include_guard(GLOBAL)

# spica_warn_unlisted_sources(<target> [EXCEPT <regex>])
#
# Sources are listed, so a new file can be forgotten: says so for every .cpp below the current folder that is not among
# the target's sources. An error with SPICA_WERROR.
function(spica_warn_unlisted_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXCEPT" "")
  get_target_property(listed ${target} SOURCES)
  file(GLOB_RECURSE present CONFIGURE_DEPENDS "*.cpp")
  set(severity WARNING)
  if(SPICA_WERROR)
    set(severity SEND_ERROR)
  endif()
  foreach(source IN LISTS present)
    if(NOT source IN_LIST listed AND NOT (arg_EXCEPT AND source MATCHES "${arg_EXCEPT}"))
      message(${severity} "${source} is in no target: list it in ${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt")
    endif()
  endforeach()
endfunction()

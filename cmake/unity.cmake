# What of the sources is compiled in few large units (cmake/unity.py): nothing, "tests", or "all". A source that compiles in a unit may
# lack an #include of its own, so the program is made of single ones.
set(RAILHEAD_UNITY "" CACHE STRING "which sources are compiled in few large units: tests or all")
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# railhead_unity(VARIABLE KIND PREFIX): replaces the sources in VARIABLE by units where KIND of sources is to be compiled so.
function(railhead_unity variable kind prefix)
  if(NOT RAILHEAD_UNITY STREQUAL "all" AND NOT RAILHEAD_UNITY STREQUAL kind)
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${${variable}} ${CMAKE_SOURCE_DIR}/cmake/unity.py)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/unity.py ${CMAKE_BINARY_DIR}/unity ${prefix} ${${variable}}
    OUTPUT_VARIABLE units OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} ${units} PARENT_SCOPE)
endfunction()

# What of the sources is compiled in few large units (cmake/unity.py), which takes a third of the time: nothing; "program", all but the
# layers that the plugin is made of, since a shared object cannot hold what their units would bring along (libfyaml's archive is not
# made for one); or "all", with the unit tests. A source that compiles in a unit may lack an #include of its own, so `make` builds single
# ones.
set(RAILHEAD_UNITY "" CACHE STRING "which sources are compiled in few large units: program or all")
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(RAILHEAD_PLUGIN_LAYERS base fabric facts finding launch nccl plugin probe sys)

# railhead_units(VARIABLE PREFIX): replaces the sources in VARIABLE by units.
function(railhead_units variable prefix)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${${variable}} ${CMAKE_SOURCE_DIR}/cmake/unity.py)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/unity.py ${CMAKE_BINARY_DIR}/unity ${prefix} ${${variable}}
    OUTPUT_VARIABLE units OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} ${units} PARENT_SCOPE)
endfunction()

# railhead_core_units(VARIABLE): those of the core, as RAILHEAD_UNITY wants it.
function(railhead_core_units variable)
  if(NOT RAILHEAD_UNITY)
    return()
  endif()
  set(whole ${${variable}})
  set(single "")
  if(RAILHEAD_UNITY STREQUAL "program")
    list(JOIN RAILHEAD_PLUGIN_LAYERS "|" layers)
    list(FILTER whole EXCLUDE REGEX "^${CMAKE_SOURCE_DIR}/src/(${layers})/")
    set(single ${${variable}})
    list(FILTER single INCLUDE REGEX "^${CMAKE_SOURCE_DIR}/src/(${layers})/")
  endif()
  railhead_units(whole core)
  set(${variable} ${whole} ${single} PARENT_SCOPE)
endfunction()

# -DRAILHEAD_SANITIZE=address,undefined
set(RAILHEAD_SANITIZE "" CACHE STRING "sanitizers to build with")
if(RAILHEAD_SANITIZE)
  add_compile_options(-fsanitize=${RAILHEAD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # Not this one of clang's: functions of loaded libraries are called through types of our own, and those differ by name.
  add_compile_options($<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>)
  add_link_options(-fsanitize=${RAILHEAD_SANITIZE})
  # A twelfth of the time of GNU ld, for each of the fuzz targets.
  find_program(RAILHEAD_LLD NAMES ld.lld-19 ld.lld)
  if(RAILHEAD_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_link_options(-fuse-ld=lld)
  endif()
endif()

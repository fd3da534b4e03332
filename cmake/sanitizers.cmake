# -DRAILHEAD_SANITIZE=address,undefined
set(RAILHEAD_SANITIZE "" CACHE STRING "sanitizers to build with")
if(RAILHEAD_SANITIZE)
  add_compile_options(-fsanitize=${RAILHEAD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_definitions(RAILHEAD_SANITIZED) # g++ and clang++ say it in different words
  add_link_options(-fsanitize=${RAILHEAD_SANITIZE})
endif()

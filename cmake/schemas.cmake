# Puts src/report/schema/*.json into the program, so that `railhead schema COMMAND` needs no file.
function(railhead_schemas OUTPUT)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/report/schema/*.json)
  list(SORT files)
  set(entries "")
  set(names "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND entries "  if (command == \"${name}\") return R\"schema(${text})schema\";\n")
    list(APPEND names ${name})
  endforeach()
  list(JOIN names ", " names)
  set(source ${CMAKE_BINARY_DIR}/schemas.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Made by cmake/schemas.cmake from src/report/schema/*.json.
#include \"report/schemas.h\"

namespace railhead::report {

std::string_view schema_of(std::string_view command) {
@entries@  return {};
}

std::string schema_names() { return \"@names@\"; }

}  // namespace railhead::report
")
  set(${OUTPUT} ${source} PARENT_SCOPE)
endfunction()

# Makes the list of checks from the folder: src/check/k8s/ipam/exhausted.cc defines k8s_ipam_exhausted(), whose id is
# k8s.ipam.exhausted. Files directly in src/check run them.
function(railhead_catalogue OUTPUT)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src/check ${CMAKE_SOURCE_DIR}/src/check/*/*.cc)
  set(rows "")
  foreach(file ${files})
    string(REGEX REPLACE "\\.cc$" "" path ${file})
    string(REPLACE "/" "_" name ${path})
    string(REPLACE "/" "." id ${path})
    string(REPLACE "_" "-" id ${id})
    list(APPEND rows "${id}!${name}") # "!" sorts before "-": an id that another one begins with stands before that
  endforeach()
  list(SORT rows) # by id, which is not the order of the paths: '-' sorts before '.', '_' after '/'
  set(declarations "")
  set(entries "")
  foreach(row ${rows})
    string(REPLACE "!" ";" parts ${row})
    list(GET parts 0 id)
    list(GET parts 1 name)
    string(APPEND declarations "Check ${name}();\n")
    string(APPEND entries "      named(${name}(), \"${id}\"),\n")
  endforeach()
  set(source ${CMAKE_BINARY_DIR}/catalogue.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Made by cmake/catalogue.cmake from the files below src/check.
#include \"check/run.h\"

namespace railhead::check {

@declarations@
namespace {

/// The id is the file's place, said once.
Check named(Check check, const char* id) {
  check.id = id;
  return check;
}

}  // namespace

const std::vector<Check>& catalogue() {
  static const std::vector<Check> checks = {
@entries@  };
  return checks;
}

}  // namespace railhead::check
")
  set(${OUTPUT} ${source} PARENT_SCOPE)
endfunction()

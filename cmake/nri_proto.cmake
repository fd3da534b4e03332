# The messages of NRI: made by protoc when cmake configures, so that tools which only read the sources find the header. A library of
# its own, since the warnings of the project are not for code that it did not write; libprotobuf-lite is linked from its archive
# (docs/decisions/0013-nri-wire.md).
find_program(PROTOC protoc REQUIRED)
find_path(PROTOBUF_INCLUDE_DIR google/protobuf/message_lite.h REQUIRED)
find_library(PROTOBUF_LITE_ARCHIVE libprotobuf-lite.a REQUIRED)

set(RAILHEAD_PROTO ${CMAKE_SOURCE_DIR}/src/nri/wire/nri.proto)
set(RAILHEAD_PROTO_DIR ${CMAKE_BINARY_DIR}/proto)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${RAILHEAD_PROTO})
if(${RAILHEAD_PROTO} IS_NEWER_THAN ${RAILHEAD_PROTO_DIR}/nri.pb.h)
  file(MAKE_DIRECTORY ${RAILHEAD_PROTO_DIR})
  execute_process(COMMAND ${PROTOC} --proto_path=${CMAKE_SOURCE_DIR}/src/nri/wire --cpp_out=${RAILHEAD_PROTO_DIR} ${RAILHEAD_PROTO}
    COMMAND_ERROR_IS_FATAL ANY)
endif()

add_library(railhead_nri_proto STATIC ${RAILHEAD_PROTO_DIR}/nri.pb.cc)
set_target_properties(railhead_nri_proto PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(railhead_nri_proto SYSTEM PUBLIC ${RAILHEAD_PROTO_DIR} ${PROTOBUF_INCLUDE_DIR})
target_compile_options(railhead_nri_proto PRIVATE -w -ffunction-sections -fdata-sections)
target_link_libraries(railhead_nri_proto PUBLIC ${PROTOBUF_LITE_ARCHIVE})

#include "manifest/render/workload/object.h"

namespace railhead::manifest::render {

Object made(const Plan& plan, const std::string& version, const std::string& kind, const std::string& name, Members rest) {
  Members members = {{"apiVersion", word(version)}, {"kind", word(kind)}, {"metadata", metadata(plan, name, plan.space())}};
  members.insert(members.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
  return {.kind = kind, .name = name, .space = plan.space(), .needed_by = NeededBy::user, .text = yaml_of(members)};
}

std::unexpected<base::Error> wrong(std::string message, std::string suggestion) {
  return std::unexpected(
      base::Error{.code = base::Code::usage, .message = std::move(message), .suggestion = std::move(suggestion)});
}

}  // namespace railhead::manifest::render

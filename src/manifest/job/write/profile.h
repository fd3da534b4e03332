#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/job/profile.h"

/// ClusterProfiles as files.
namespace railhead::manifest::job {

/// What is said of one field in a comment. `known`: its value stands in the file, and the comment says where that was read.
/// Otherwise the field is left out, and the comment stands in its place.
struct FieldNote {
  bool known = false;
  std::string text;
};

/// Notes by field of `spec`: "platform", "rails", "memlock". A field without a note is not written; `rails` of no rail and
/// lists that are empty are not either.
using FieldNotes = std::map<std::string, FieldNote, std::less<>>;

/// The document, in the order of the fields' table, with comments beside the values or before them. `head` and `foot` are lines
/// of comments at its begin and its end.
std::string written(const ClusterProfile& profile, const FieldNotes& notes, const std::vector<std::string>& head,
                    const std::vector<std::string>& foot);

}  // namespace railhead::manifest::job

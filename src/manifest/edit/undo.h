#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "manifest/edit/draft.h"
#include "manifest/yaml/document.h"

/// Edits that can be taken back: the object carries a record of them.
namespace railhead::manifest {

/// The text of a draft with its edits and a record of them in the annotation `kInjected` of `object`, or in the one that is
/// there already. Verified like `edited`. Where nothing was changed the text as it is.
base::Result<std::string> recorded(Draft& draft, const Value& object);

/// The text of a draft with its edits alone, verified as well.
base::Result<std::string> edited(const Draft& draft);

/// The record of a document: the value of the annotation on the object or, of a list, on one of its objects; none where there
/// is none.
Value record_of(const Document& document);

/// A text without what was injected. `left`: paths of edits that somebody changed since, which are still in it.
struct Undone {
  std::string text;
  std::vector<std::string> left = {};
};

/// Takes back what the record says. Where the text is as inject left it the result is byte for byte the text before; otherwise
/// what still stands there is taken back, the rest is named. The text as it is where there is no record.
base::Result<Undone> undone(std::string_view text, const Document& document);

}  // namespace railhead::manifest

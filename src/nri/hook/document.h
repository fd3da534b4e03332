#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "manifest/yaml/document.h"
#include "nri/policy/subject.h"

/// What the readers of a runtime's JSON share.
namespace railhead::nri {

/// The one object that `text` holds; `what` names it in errors: "the container's state (stdin)".
base::Result<manifest::Document> read_object(std::string_view text, std::string_view what);

base::Error wrong_value(std::string_view what, const manifest::Value& value, std::string_view key, std::string_view expected);

/// The members of an object whose values are texts; nothing where there is no object. At most 8192 of them.
Texts texts_of(const manifest::Value& object);

/// A JSON object of texts inside a text, as runtimes write one into an annotation; empty where it is none.
Texts texts_within(std::string_view json);

}  // namespace railhead::nri

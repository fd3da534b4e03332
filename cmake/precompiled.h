#pragma once

// What nearly every file includes, parsed once. Files still include what they use. Of our own headers those alone that a change
// rebuilds nearly everything for anyway.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "base/text.h"
#include "facts/machine.h"

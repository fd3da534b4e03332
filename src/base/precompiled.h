#pragma once

// What nearly every file includes, parsed once. Files still include what they use.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "manifest/job/init/questions.h"

/// The words of the dialogue.
namespace railhead::cli {

/// `rails`: how many there are. `whole`: with the words to choose from, which need not be said again after a wrong answer.
/// `heading`: that of a group that begins; empty: none.
std::string prompt_of(const manifest::job::Step& step, std::size_t rails, bool whole, std::string_view heading);

/// What "?" shows.
std::string help_of(const manifest::job::Step& step);

/// Of an answer that is not taken.
std::string complaint_of(const base::Error& error);

/// The word that an answer means: itself, its number in the list, or its beginning where only one begins so. What is none of
/// them comes back as it is. An error where several begin so.
base::Result<std::string> chosen_word(const manifest::job::Step& step, const std::string& text);

}  // namespace railhead::cli

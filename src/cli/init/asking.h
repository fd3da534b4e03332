#pragma once

#include "base/error.h"
#include "cli/init/judge.h"
#include "manifest/job/init/answers.h"

namespace railhead::cli {

struct Dialogue {
  const Judge& judge;
  const manifest::job::Answers& detected;
  std::string kept_file;  // empty: answers are not kept
  bool terminal = true;   // a wrong answer is asked for again
};

/// Asks what `answers` lack, on stderr and stdin. `answered`: those of an earlier dialogue, which are kept with the new ones.
/// An error where stdin ends before the questions do.
base::Result<manifest::job::Answers> asked(const Dialogue& dialogue, manifest::job::Answers answers,
                                           manifest::job::Answers answered);

/// The text of an answer as it is taken: a file that it names seen from the written one. An error where no file could hold it.
base::Result<std::string> taken_text(const Judge& judge, std::string_view key, const std::string& text);

}  // namespace railhead::cli

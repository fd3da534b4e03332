#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "check/run.h"
#include "lint/admission/foretold.h"
#include "lint/context.h"
#include "lint/judged.h"
#include "manifest/yaml/stream.h"

namespace railhead::lint {

/// What is wanted of a judgement. `rows`: the table too. `all`: what is right or does not apply as well, not faults alone.
struct Wishes {
  std::vector<const check::Check*> checks;
  bool rows = false;
  bool all = false;
};

/// Judges manifests in two passes over them: `prepare` takes every document once, then `judge` takes every document again. What
/// it holds between them are the objects of Context and a number for each finding, never a document.
class Judge {
 public:
  explicit Judge(Wishes wishes) : wishes_(std::move(wishes)) {}

  void prepare(const manifest::Chunk& chunk, const std::string& file);
  void prepared();
  JudgedDocument judge(const manifest::Chunk& chunk, const std::string& file);

 private:
  JudgedObject judged(const struct Item& item);
  bool is_wanted(const check::Result& result) const;
  bool is_new(const check::Result& result, const struct Item& item);

  Wishes wishes_;
  Context context_;
  Foretold foretold_;
  std::unordered_set<std::size_t> said_;  // what is of two objects is found beside each of them
};

}  // namespace railhead::lint

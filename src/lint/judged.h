#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/run.h"

/// Manifests judged one document at a time. Pure: text in, findings out.
namespace railhead::lint {

/// A place in a file. Lines and columns count from 1, columns in characters; 0 where they are not known. `end` is the column
/// behind the last character.
struct Place {
  std::string file = {};
  std::uint64_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end = 0;
  std::string text() const;  // "FILE:LINE:COLUMN"
};

/// `ignored`: the reason that an annotation gives for leaving it aside; it counts for nothing then.
struct JudgedFinding {
  check::Result result;
  Place place;
  std::string ignored = {};
};

/// An annotation railhead.dev/ignore that does not do what it should.
struct Note {
  Place place;
  std::string text;
};

/// A pod template in the table. What is not known is said as "unknown", what is not there as "none".
struct PodRow {
  std::string owner;  // "Deployment/train"
  Place place = {};
  std::string rdma = {};     // "yes", "no", "off", "unknown"
  std::string rdma_by = {};  // "openshift.io/rail1: 2", "NCCL_IB_DISABLE=1"
  std::string memlock = {};  // "IPC_LOCK", "none"
  std::string service_account = {};
  std::string shm = {};
  std::vector<std::string> networks = {};
  std::size_t errors = 0;
  std::size_t warnings = 0;
};

/// An object and what is found of it.
struct JudgedObject {
  std::string kind = {};
  std::string name = {};
  std::string space = {};
  Place place = {};
  std::vector<JudgedFinding> findings = {};
  std::vector<Note> notes = {};
  std::vector<PodRow> rows = {};
  std::string title() const;  // "Deployment/train"
};

/// Why a document cannot be judged. `is_template`: it has to be rendered first.
struct Problem {
  Place place;
  std::string message;
  bool is_template = false;
};

struct JudgedDocument {
  std::vector<JudgedObject> objects = {};
  std::vector<Problem> problems = {};
};

}  // namespace railhead::lint

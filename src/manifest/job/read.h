#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/job/job.h"
#include "manifest/job/profile.h"

namespace railhead::manifest::job {

/// One thing that is wrong in a file, where, and what was expected: "jobs.yaml:7:9: spec.nodes: expected a whole number from 1
/// to 100000, found \"two\"".
struct Problem {
  std::string place;  // FILE:LINE:COLUMN
  std::string message;
  std::string suggestion = {};  // "did you mean nodes?"; empty: none
};

/// One document of a stream. A job has its cluster in itself, or names a file with it, or neither: the profile is then given
/// beside it.
struct JobDocument {
  std::string place;  // FILE:LINE
  std::optional<TrainingJob> job = {};
  std::optional<ClusterProfile> cluster = {};
  std::string cluster_file = {};  // as the job says it, relative to its own file
  std::string script_file = {};   // spec.scriptFile, relative to the job's own file
};

struct JobFile {
  std::vector<JobDocument> documents = {};
  std::vector<Problem> problems = {};  // of all documents, at most 64; documents with one are left out
};

/// Reads railhead.yaml: documents of the kinds ClusterProfile and TrainingJob of railhead.dev/v1alpha1. Every field is checked
/// for itself; what depends on both a job and its cluster is `conflicts`.
JobFile read_jobs(std::string_view text, std::string_view file);

/// What of a job does not go with its cluster, with places in neither: "spec.mode: rdma needs rails of the cluster".
std::vector<Problem> conflicts(const TrainingJob& job, const ClusterProfile& cluster);

/// JSON Schema (draft 2020-12) of both kinds, made of the table that read_jobs checks by.
std::string job_schema();

/// docs/railhead.yaml.md: every field, made of the same table.
std::string job_reference();

}  // namespace railhead::manifest::job

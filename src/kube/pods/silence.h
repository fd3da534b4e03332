#pragma once

#include <string>

#include "kube/pods/ask.h"
#include "sys/process.h"

/// What it means when a call into a pod fails.
namespace railhead::kube {

/// The pod has no such program: the container's runtime or the shell says so.
bool is_without_program(const sys::Ending& ending);

/// The program is one of ours that does not know the question's option.
bool is_older(const sys::Ending& ending);

/// The reply of a pod whose call failed.
Reply silent(const sys::Ending& ending, std::chrono::milliseconds limit);

/// Why a pod without our program could not be given a copy; empty where it is something else.
std::string why_copy_failed(const sys::Ending& ending);

}  // namespace railhead::kube

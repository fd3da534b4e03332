#pragma once

#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "manifest/job/fields/field.h"
#include "manifest/job/read.h"

/// Where fields of the table go: functions made of pointers to members.
namespace railhead::manifest::job {

inline void assign(std::string& to, Given& given) { to = std::move(given.text); }
inline void assign(bool& to, Given& given) { to = given.truth; }
inline void assign(std::uint32_t& to, Given& given) { to = static_cast<std::uint32_t>(given.number); }
inline void assign(std::vector<std::string>& to, Given& given) { to = std::move(given.texts); }
inline void assign(std::map<std::string, std::string>& to, Given given) { to = std::move(given.words); }
template <class Enum>
  requires std::is_enum_v<Enum>
void assign(Enum& to, Given& given) {
  to = static_cast<Enum>(given.number);
}

template <class Class, class Member>
Class class_of(Member Class::*);

/// The struct itself.
inline void* same(void* object) { return object; }

template <auto Member>
void put(void* object, Given given) {
  using Class = decltype(class_of(Member));
  assign(static_cast<Class*>(object)->*Member, given);
}

/// A struct within it.
template <auto Member>
void* into(void* object) {
  using Class = decltype(class_of(Member));
  return &(static_cast<Class*>(object)->*Member);
}

/// A new entry of a list.
template <auto Member>
void* append(void* object) {
  using Class = decltype(class_of(Member));
  return &(static_cast<Class*>(object)->*Member).emplace_back();
}

/// The job and the cluster of a document, made where there is none yet.
inline void* job_of(void* object) {
  auto& job = static_cast<JobDocument*>(object)->job;
  return job ? &*job : &job.emplace();
}
inline void* cluster_of(void* object) {
  auto& cluster = static_cast<JobDocument*>(object)->cluster;
  return cluster ? &*cluster : &cluster.emplace();
}

/// Members of the job of a document.
template <auto Member>
void put_job(void* object, Given given) {
  put<Member>(job_of(object), std::move(given));
}
template <auto Member>
void* into_job(void* object) {
  return into<Member>(job_of(object));
}
template <auto Member>
void* append_job(void* object) {
  return append<Member>(job_of(object));
}

}  // namespace railhead::manifest::job

#include "nri/policy/file/table.h"

#include <array>

#include "manifest/job/fields/put.h"
#include "nri/policy/file/formats.h"

namespace railhead::nri {
namespace {

using manifest::job::append;
using manifest::job::Field;
using manifest::job::Format;
using manifest::job::Given;
using manifest::job::into;
using manifest::job::put;
using manifest::job::same;
using manifest::job::Section;
using manifest::job::Type;
using Words = std::string_view;

constexpr std::array<Words, 2> kHonours = {"honour", "ignore"};
constexpr std::array<Words, 2> kErrors = {"keep", "reject"};
constexpr std::uint64_t kMostRules = 256;
constexpr std::uint64_t kMostPatterns = 64;
constexpr std::uint64_t kMostLimits = 16;

// NOLINTBEGIN(performance-unnecessary-value-param): as the table's functions are, most of which move from it
void put_ignore(void* object, Given given) { static_cast<WrittenPolicy*>(object)->ignore = given.number == 1; }
void put_reject(void* object, Given given) { static_cast<WrittenPolicy*>(object)->reject = given.number == 1; }
void put_honour(void* object, Given given) { static_cast<Honour*>(object)->honour = given.number == 0; }
void put_device(void* object, Given given) { static_cast<Match*>(object)->rdma_device = given.truth; }
// NOLINTEND(performance-unnecessary-value-param)

template <Texts Match::* Member>
void put_pairs(void* object, Given given) {
  static_cast<Match*>(object)->*Member = Texts(given.words.begin(), given.words.end());
}

void put_memlock(void* object, Given given) { static_cast<WrittenRule*>(object)->memlock.hard = std::move(given.text); }
void put_ceiling(void* object, Given given) { static_cast<WrittenRule*>(object)->memlock.ceiling = std::move(given.text); }

constexpr std::array kHonourFields = {
    Field{.key = "name",
          .format = Format::own,
          .required = true,
          .meaning = "The namespace, or how it begins: team-*.",
          .also = "namespace",
          .put = put<&Honour::space>,
          .own = &kSpacePattern},
    Field{.key = "annotations",
          .type = Type::word,
          .words = kHonours,
          .required = true,
          .meaning = "Whether annotations of its pods count.",
          .put = put_honour},
};
constexpr Section kHonour = {"namespace", "Whether annotations count in a namespace.", kHonourFields};

constexpr std::array kMatchFields = {
    Field{.key = "namespaces",
          .type = Type::texts,
          .format = Format::own,
          .least = 1,
          .most = kMostPatterns,
          .unique = ".",
          .meaning = "The pod's namespace is one of these.",
          .also = "namespace",
          .put = put<&Match::namespaces>,
          .own = &kSpacePattern},
    Field{.key = "labels",
          .type = Type::mapping,
          .format = Format::own,
          .keys = Format::own,
          .least = 1,
          .most = kMostPatterns,
          .meaning = "The pod has all of these labels.",
          .also = "matchLabels label podSelector",
          .put = put_pairs<&Match::labels>,
          .own = &kLabelPattern,
          .own_keys = &kKeyPattern},
    Field{.key = "runtimeClasses",
          .type = Type::texts,
          .format = Format::own,
          .least = 1,
          .most = kMostPatterns,
          .unique = ".",
          .meaning = "The handler of the pod's runtime class is one of these.",
          .also = "runtimeClass runtimeClassName runtimeClassNames handlers",
          .put = put<&Match::runtime_classes>,
          .own = &kClassPattern},
    Field{.key = "rdmaDevice",
          .type = Type::truth,
          .meaning = "Whether the container gets a character device below /dev/infiniband.",
          .also = "rdma rdmaDevices device",
          .put = put_device},
    Field{.key = "annotations",
          .type = Type::mapping,
          .format = Format::own,
          .keys = Format::own,
          .least = 1,
          .most = kMostPatterns,
          .meaning = "The pod has all of these annotations. Its author writes them.",
          .also = "podAnnotations",
          .put = put_pairs<&Match::annotations>,
          .own = &kValuePattern,
          .own_keys = &kKeyPattern},
    Field{.key = "containerAnnotations",
          .type = Type::mapping,
          .format = Format::own,
          .keys = Format::own,
          .least = 1,
          .most = kMostPatterns,
          .meaning =
              "The container has all of these annotations, which the kubelet and device plugins set. One that the pod has "
              "too with the same value does not count.",
          .put = put_pairs<&Match::container_annotations>,
          .own = &kValuePattern,
          .own_keys = &kKeyPattern},
};
constexpr Section kMatch = {"match", "What a container has to have; all of it. Names, keys and values may end in *.",
                            kMatchFields};

constexpr std::array kMemlockFields = {
    Field{.key = "soft",
          .type = Type::scalar,
          .format = Format::own,
          .meaning = "The soft limit; without it as the hard one.",
          .put = put<&WrittenLimit::soft>,
          .own = &kMemlockAmount},
    Field{.key = "hard",
          .type = Type::scalar,
          .format = Format::own,
          .required = true,
          .meaning = "The hard limit.",
          .put = put<&WrittenLimit::hard>,
          .own = &kMemlockAmount},
};
constexpr Section kMemlockPair = {"memlock", "Two values, where the soft limit is to be another than the hard one.",
                                  kMemlockFields};

constexpr std::array<Words, 1> kHard = {"hard"};
constexpr std::array kLimitBeside = {manifest::job::Beside{"soft", kHard}};
constexpr std::array kLimitFields = {
    Field{.key = "type",
          .format = Format::own,
          .required = true,
          .meaning = "Which limit (getrlimit(2)): nofile, RLIMIT_NPROC.",
          .also = "name limit",
          .put = put<&WrittenLimit::type>,
          .own = &kLimitType},
    Field{.key = "soft",
          .type = Type::scalar,
          .format = Format::own,
          .meaning = "The soft limit; without it as the hard one.",
          .put = put<&WrittenLimit::soft>,
          .own = &kLimitAmount},
    Field{.key = "hard",
          .type = Type::scalar,
          .format = Format::own,
          .meaning = "The hard limit. Without it the limit is for those alone who ask by annotation.",
          .put = put<&WrittenLimit::hard>,
          .own = &kLimitAmount},
    Field{.key = "ceiling",
          .type = Type::scalar,
          .format = Format::own,
          .meaning = "The most that an annotation gets; without it the hard limit.",
          .also = "max most",
          .put = put<&WrittenLimit::ceiling>,
          .own = &kLimitAmount},
};
constexpr Section kLimit = {"limit", "Another limit than memlock.", kLimitFields, {}, kLimitBeside};

constexpr std::array kRuleFields = {
    Field{.key = "name",
          .format = Format::own,
          .required = true,
          .meaning = "What logs and metrics call the rule.",
          .put = put<&WrittenRule::name>,
          .own = &kRuleName},
    Field{.key = "match",
          .type = Type::section,
          .meaning = "Which containers it is for; without it all of them.",
          .also = "namespace namespaces labels runtimeClasses rdmaDevice annotations containerAnnotations matches when",
          .inner = &kMatch,
          .into = into<&WrittenRule::match>},
    Field{.key = "memlock",
          .type = Type::section_or_scalar,
          .format = Format::own,
          .meaning = "What the containers may lock; without it only those get any that ask by annotation.",
          .also = "memlockLimit hard",
          .inner = &kMemlockPair,
          .put = put_memlock,
          .into = into<&WrittenRule::memlock>,
          .own = &kMemlockAmount},
    Field{.key = "ceiling",
          .type = Type::scalar,
          .format = Format::own,
          .meaning = "The most that an annotation gets of memlock; without it the hard value of memlock.",
          .also = "max most",
          .put = put_ceiling,
          .own = &kMemlockAmount},
    Field{.key = "limits",
          .type = Type::sections,
          .most = kMostLimits,
          .meaning = "Other limits; those that are not listed are nobody's to have.",
          .also = "rlimits ulimits",
          .inner = &kLimit,
          .into = append<&WrittenRule::limits>},
};
constexpr Section kRule = {"rule", "What some containers get.", kRuleFields};

constexpr std::array kSpecFields = {
    Field{.key = "annotations",
          .type = Type::word,
          .words = kHonours,
          .otherwise = "honour",
          .meaning = "Whether annotations count where namespaces does not say.",
          .put = put_ignore},
    Field{.key = "onError",
          .type = Type::word,
          .words = kErrors,
          .otherwise = "keep",
          .meaning = "What a bad annotation does to its container: it starts without what was asked, or not at all.",
          .put = put_reject},
    Field{.key = "namespaces",
          .type = Type::sections,
          .most = kMostRules,
          .unique = "name",
          .meaning = "Whether annotations count, by namespace; the first that matches counts.",
          .inner = &kHonour,
          .into = append<&WrittenPolicy::namespaces>},
    Field{.key = "rules",
          .type = Type::sections,
          .most = kMostRules,
          .unique = "name",
          .required = true,
          .meaning = "The first that matches a container is its rule; without one it gets nothing.",
          .also = "rule policies",
          .inner = &kRule,
          .into = append<&WrittenPolicy::rules>},
};
constexpr Section kSpec = {"policy", "Who may have how much of which limit.", kSpecFields};

constexpr std::array<Words, 1> kVersions = {manifest::job::kApiVersion};
constexpr std::array<Words, 1> kKinds = {"MemlockPolicy"};
constexpr std::array kDocumentFields = {
    Field{.key = "apiVersion",
          .type = Type::word,
          .words = kVersions,
          .required = true,
          .meaning = "The version of this format."},
    Field{.key = "kind", .type = Type::word, .words = kKinds, .required = true, .meaning = "What the document is."},
    Field{.key = "spec", .type = Type::section, .required = true, .meaning = "The policy.", .inner = &kSpec, .into = same},
};
constexpr Section kDocument = {"MemlockPolicy", "Which containers get which limits.", kDocumentFields};

}  // namespace

const manifest::job::Section& memlock_policy() { return kDocument; }

}  // namespace railhead::nri

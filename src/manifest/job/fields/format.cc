#include "manifest/job/fields/format.h"

#include <array>

#include "manifest/job/fields/texts.h"

// Lengths and characters of names: apimachinery, pkg/util/validation (Kubernetes 1.33); of references to images: distribution
// 2.8, reference; of interfaces: IFNAMSIZ. Patterns of names have no lookahead, so that every editor can use them.
namespace railhead::manifest::job {
namespace {

#define DNS_LABEL "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
#define DNS_NAME DNS_LABEL "(\\." DNS_LABEL ")*"
#define QUALIFIED "[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?"
#define QUANTITY "[0-9.]+([eE][0-9]+|[numkMGTPE]|[KMGTPE]i)?"

constexpr std::size_t kText = std::size_t{1} << 20U;
/// A ConfigMap holds 1 MiB with its keys.
constexpr std::size_t kScript = std::size_t{1000} << 10U;
/// A StatefulSet's pods have a label of its name, "-" and ten characters, which may have 63.
constexpr std::size_t kJobName = 52;

constexpr std::array kFormats = {
    FormatFacts{Format::any, "text", "", kText, is_any, no_advice},
    FormatFacts{Format::script, "the text of a script, at most 1000 KiB", "", kScript,
                [](std::string_view text) { return !text.empty(); }, no_advice},
    FormatFacts{Format::label, "a name of small letters, digits and '-', at most 63 characters", "^" DNS_LABEL "$", 63,
                is_label, advised_name},
    FormatFacts{Format::job_name, "a name of small letters, digits and '-' that begins with a letter, at most 52 characters",
                "^[a-z]([-a-z0-9]*[a-z0-9])?$", kJobName, is_job_name, advised_name},
    FormatFacts{Format::subdomain, "a name of small letters, digits, '-' and '.', at most 253 characters", "^" DNS_NAME "$",
                253, is_subdomain, advised_name},
    FormatFacts{Format::resource, "an extended resource as DOMAIN/NAME (rdma/hca, openshift.io/rail1)",
                "^" DNS_NAME "/" QUALIFIED "$", 253 + 1 + 63, is_resource, advised_resource},
    FormatFacts{Format::label_key, "a label as NAME or DOMAIN/NAME", "^(" DNS_NAME "/)?" QUALIFIED "$", 253 + 1 + 63,
                is_label_key, no_advice},
    FormatFacts{Format::job_label_key,
                "a label as NAME or DOMAIN/NAME, of another domain than app.kubernetes.io and railhead.dev",
                "^(" DNS_NAME "/)?" QUALIFIED "$", 253 + 1 + 63, is_own_label_key, no_advice},
    FormatFacts{Format::label_value, "at most 63 letters, digits, '-', '_' and '.', a letter or digit at both ends",
                "^(" QUALIFIED ")?$", 63, is_label_value, no_advice},
    FormatFacts{Format::variable, "a variable's name of letters, digits and '_' that begins with no digit",
                "^[A-Za-z_][A-Za-z0-9_]*$", 253, is_variable, no_advice},
    FormatFacts{Format::file_key, "a key of letters, digits, '-', '_' and '.', at most 253 characters", "^[-._A-Za-z0-9]+$",
                253, is_file_key, no_advice},
    FormatFacts{Format::path, "an absolute path", "^/", 4096, is_absolute_path, advised_path},
    FormatFacts{Format::mount_path, "an absolute path below /, without ':' and '..'", "^/[^:]+$", 4096, is_mount_path,
                advised_path},
    FormatFacts{Format::file, "the path of a file", "^.+$", 4096, is_line, no_advice},
    FormatFacts{Format::inside, "a path inside of the repository", "^[^/].*$", 4096, is_inside_path, no_advice},
    FormatFacts{Format::image, "an image as [REGISTRY/]NAME[:TAG][@DIGEST], its name in small letters", "^[A-Za-z0-9][^ \\t]*$",
                512, is_image, no_advice},
    FormatFacts{Format::git, "the address of a git repository (https://..., ssh://..., git@HOST:PATH)", "^[^ ]+[:][^ ]+$", 2048,
                is_git, no_advice},
    FormatFacts{Format::git_ref, "a branch, a tag or a commit", "^[^ ~^:?*\\[\\\\]+$", 255, is_git_ref, no_advice},
    FormatFacts{Format::image_tag, "a tag of at most 128 letters, digits, '_', '-' and '.'", "^[A-Za-z0-9_][A-Za-z0-9_.-]*$",
                128, is_image_tag, no_advice},
    FormatFacts{Format::version, "a version like 4.18 or 1.33", "^v?[0-9]+\\.[0-9]+", 64, is_version, no_advice},
    FormatFacts{Format::interface, "an interface of the nodes, at most 15 characters without '/' and blanks", "^[^/: ]+$", 15,
                is_interface, no_advice},
    FormatFacts{Format::partition, "a partition from 0x0001 to 0xffff", "^0x[0-9a-fA-F]{1,4}$", 6, is_partition, no_advice},
    FormatFacts{Format::pci_id, "four hexadecimal digits like 15b3", "^[0-9a-fA-F]{4}$", 4, is_pci_id, no_advice},
    FormatFacts{Format::subnet, "a subnet as ADDRESS/LENGTH (192.168.10.0/24, fd00:10::/64)", "^[0-9a-fA-F:.]+/[0-9]+$", 49,
                is_subnet, advised_subnet},
    FormatFacts{Format::size, "a size of at least 1Mi, as Kubernetes writes it (64Gi, 500M)", "^\\+?" QUANTITY "$", 40, is_size,
                advised_size},
    FormatFacts{Format::cpus, "an amount of CPUs, as Kubernetes writes it (8, 500m)", "^\\+?" QUANTITY "$", 40, is_cpus,
                advised_cpus},
    FormatFacts{Format::shm, "none, or a size of at least 1Mi, as Kubernetes writes it (64Gi, 500M)",
                "^(none|\\+?" QUANTITY ")$", 40, is_shm, advised_size},
};

#undef DNS_LABEL
#undef DNS_NAME
#undef QUALIFIED
#undef QUANTITY

constexpr bool in_order() {
  for (std::size_t i = 0; i < kFormats.size(); ++i)
    if (static_cast<std::size_t>(kFormats[i].format) != i) return false;
  return true;
}
static_assert(in_order(), "each format has its row");

}  // namespace

const FormatFacts& facts_of(Format format) { return kFormats[static_cast<std::size_t>(format)]; }

}  // namespace railhead::manifest::job

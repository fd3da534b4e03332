#include <array>

#include "manifest/job/fields/put.h"

namespace railhead::manifest::job {
namespace {

using Words = std::string_view;

constexpr std::array<Words, 5> kJobKinds = {"pod", "statefulset", "job", "mpijob", "jobset"};
constexpr std::array<Words, 2> kModes = {"rdma", "tcp"};

constexpr std::array kBuildFields = {
    Field{.key = "git",
          .format = Format::git,
          .required = true,
          .meaning = "The repository.",
          .also = "repository url uri",
          .put = put<&Build::git>},
    Field{.key = "ref",
          .type = Type::scalar,
          .format = Format::git_ref,
          .meaning = "A branch, a tag or a commit; without it the repository's default branch.",
          .also = "branch tag commit",
          .put = put<&Build::ref>},
    Field{.key = "context",
          .format = Format::inside,
          .meaning = "The folder of the repository that is built.",
          .also = "contextDir",
          .put = put<&Build::context>},
    Field{.key = "dockerfile",
          .format = Format::inside,
          .meaning = "The Dockerfile or Containerfile in that folder; without it Dockerfile.",
          .also = "containerfile dockerfilePath",
          .put = put<&Build::dockerfile>},
    Field{.key = "tag",
          .type = Type::scalar,
          .format = Format::image_tag,
          .otherwise = "latest",
          .meaning = "The tag that the image gets in its ImageStream.",
          .put = put<&Build::tag>},
};
constexpr Section kBuild = {"build", "An image that OpenShift builds from a repository.", kBuildFields};

constexpr std::array kResourceFields = {
    Field{.key = "cpu",
          .type = Type::scalar,
          .format = Format::cpus,
          .meaning = "CPUs of a pod.",
          .also = "cpus cores",
          .put = put<&Amounts::cpu>},
    Field{.key = "memory",
          .type = Type::scalar,
          .format = Format::size,
          .meaning = "Memory of a pod.",
          .also = "mem ram",
          .put = put<&Amounts::memory>},
    Field{.key = "ephemeralStorage",
          .type = Type::scalar,
          .format = Format::size,
          .meaning = "Space on the node's disk, for what the pod writes outside of volumes.",
          .also = "ephemeral-storage disk",
          .put = put<&Amounts::ephemeral_storage>},
};
constexpr Section kResources = {"resources", "What a pod asks for besides GPUs and RDMA devices, and is limited to.",
                                kResourceFields};

constexpr std::array kSecretFields = {
    Field{.key = "name",
          .format = Format::variable,
          .required = true,
          .meaning = "The variable.",
          .also = "variable env",
          .put = put<&SecretVariable::name>},
    Field{.key = "secret",
          .format = Format::subdomain,
          .required = true,
          .meaning = "The Secret in the job's namespace.",
          .also = "secretName",
          .put = put<&SecretVariable::secret>},
    Field{.key = "key", .format = Format::file_key, .required = true, .meaning = "Its key.", .put = put<&SecretVariable::key>},
};
constexpr Section kSecret = {"secretVariable", "A variable whose value a Secret has.", kSecretFields};

constexpr std::array<Words, 2> kImages = {"image", "build"};
constexpr std::array<Words, 3> kStarts = {"command", "script", "scriptFile"};
constexpr std::array<Words, 2> kScripts = {"script", "scriptFile"};
constexpr std::array kSpecChoices = {Choice{kImages, true}, Choice{kStarts, true}};
constexpr std::array kSpecBeside = {Beside{"scriptName", kScripts}};
constexpr std::array kJobSpecFields = {
    Field{.key = "cluster",
          .type = Type::section_or_file,
          .format = Format::file,
          .meaning = "The cluster, or the path of a file with its ClusterProfile, seen from this file; without it --cluster "
                     "names one.",
          .inner = &kClusterSpec,
          .put = put<&JobDocument::cluster_file>,
          .into = cluster_of},
    Field{.key = "kind",
          .type = Type::word,
          .words = kJobKinds,
          .otherwise = "statefulset",
          .meaning = "What runs the pods.",
          .also = "type workload",
          .put = put_job<&TrainingJob::kind>},
    Field{.key = "mode",
          .type = Type::word,
          .words = kModes,
          .otherwise = "rdma",
          .meaning = "Whether the job uses the fabric, or the pods' own network alone.",
          .put = put_job<&TrainingJob::mode>},
    Field{.key = "nodes",
          .type = Type::number,
          .least = 1,
          .most = 65536,
          .otherwise = "1",
          .meaning = "Pods of the job; each has the GPUs of one node unless gpus says less.",
          .also = "replicas workers parallelism nnodes pods",
          .put = put_job<&TrainingJob::nodes>},
    Field{.key = "gpus",
          .type = Type::number,
          .least = 1,
          .most = 64,
          .meaning = "GPUs of a pod; without it gpusPerNode of the cluster.",
          .also = "gpusPerPod gpu",
          .put = put_job<&TrainingJob::gpus>},
    Field{.key = "image", .format = Format::image, .meaning = "The image of the job.", .put = put_job<&TrainingJob::image>},
    Field{.key = "build",
          .type = Type::section,
          .meaning = "An image that OpenShift builds, in place of image.",
          .inner = &kBuild,
          .into = into_job<&TrainingJob::build>},
    Field{.key = "command",
          .type = Type::texts,
          .least = 1,
          .most = 4096,
          .meaning = "The command and its arguments.",
          .also = "args entrypoint cmd",
          .put = put_job<&TrainingJob::command>},
    Field{
        .key = "script",
        .format = Format::script,
        .meaning = "The text of a script, which a shell of the image runs; \"#!\" in its first line names another interpreter.",
        .put = put_job<&TrainingJob::script>},
    Field{.key = "scriptFile",
          .format = Format::file,
          .meaning = "The path of a file with the script, seen from this file.",
          .put = put<&JobDocument::script_file>},
    Field{.key = "scriptName",
          .format = Format::file_key,
          .meaning = "The script's file name in the pod; without it that of scriptFile, or run.sh.",
          .put = put_job<&TrainingJob::script_name>},
    Field{.key = "workingDir",
          .format = Format::path,
          .meaning = "Where the command starts; without it where the image says.",
          .also = "workingDirectory workdir cwd",
          .put = put_job<&TrainingJob::working_directory>},
    Field{.key = "resources",
          .type = Type::section,
          .meaning = "What a pod asks for besides GPUs and RDMA devices.",
          .inner = &kResources,
          .into = into_job<&TrainingJob::resources>},
    Field{.key = "environment",
          .type = Type::mapping,
          .keys = Format::variable,
          .most = 4096,
          .meaning = "Variables of the containers.",
          .also = "env variables",
          .put = put_job<&TrainingJob::environment>},
    Field{.key = "secrets",
          .type = Type::sections,
          .most = 256,
          .unique = "name",
          .meaning = "Variables whose values Secrets have.",
          .also = "secretEnvironment envFrom",
          .inner = &kSecret,
          .into = append_job<&TrainingJob::secrets>},
    Field{.key = "volumes",
          .type = Type::sections,
          .most = 64,
          .unique = "name mountPath",
          .meaning = "What the containers mount.",
          .also = "volumeMounts mounts",
          .inner = &kVolume,
          .into = append_job<&TrainingJob::volumes>},
    Field{.key = "shm",
          .type = Type::scalar,
          .format = Format::shm,
          .meaning = "The size of /dev/shm, or none; without it half of the memory.",
          .also = "shmSize sharedMemory",
          .put = put_job<&TrainingJob::shm>},
    Field{.key = "priorityClass",
          .format = Format::subdomain,
          .meaning = "The PriorityClass of the pods.",
          .also = "priorityClassName priority",
          .put = put_job<&TrainingJob::priority_class>},
    Field{.key = "backoffLimit",
          .type = Type::number,
          .least = 0,
          .most = 1000,
          .otherwise = "0",
          .meaning = "How often a job, mpijob or jobset starts again after a failure.",
          .also = "retries restarts",
          .put = put_job<&TrainingJob::backoff_limit>},
    Field{.key = "slotsPerWorker",
          .type = Type::number,
          .least = 1,
          .most = 1024,
          .meaning = "Processes of a worker of an mpijob; without it as many as it has GPUs.",
          .also = "slots",
          .put = put_job<&TrainingJob::slots>},
};
constexpr Section kJobSpec = {"job", "The job.", kJobSpecFields, kSpecChoices, kSpecBeside};

constexpr std::array<Words, 1> kVersions = {kApiVersion};
constexpr std::array<Words, 1> kKinds = {"TrainingJob"};

constexpr std::array kMetadataFields = {
    Field{.key = "name",
          .format = Format::job_name,
          .required = true,
          .meaning = "The name of the job and of its objects.",
          .put = put<&TrainingJob::name>},
    Field{.key = "namespace",
          .format = Format::label,
          .meaning = "Where the job runs; without it in the cluster's namespace.",
          .put = put<&TrainingJob::space>},
    Field{.key = "labels",
          .type = Type::mapping,
          .format = Format::label_value,
          .keys = Format::job_label_key,
          .most = 64,
          .meaning = "Labels of the job's objects and pods, beside those that render writes.",
          .put = put<&TrainingJob::labels>},
};
constexpr Section kMetadata = {"jobMetadata", "The name of the job.", kMetadataFields};

constexpr std::array kDocumentFields = {
    Field{.key = "apiVersion",
          .type = Type::word,
          .words = kVersions,
          .required = true,
          .meaning = "The version of this format."},
    Field{.key = "kind", .type = Type::word, .words = kKinds, .required = true, .meaning = "What the document is."},
    Field{.key = "metadata",
          .type = Type::section,
          .required = true,
          .meaning = "The name of the job.",
          .inner = &kMetadata,
          .into = job_of},
    Field{.key = "spec", .type = Type::section, .required = true, .meaning = "The job.", .inner = &kJobSpec, .into = same},
};
constexpr Section kDocument = {"TrainingJob", "A training job.", kDocumentFields};

}  // namespace

const Section& training_job() { return kDocument; }

}  // namespace railhead::manifest::job

// Fields of a job that are wrong in themselves.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

constexpr std::string_view kFile =
    "apiVersion: railhead.dev/v1alpha1\n"
    "kind: TrainingJob\n"
    "metadata: {name: tern, namespace: birds}\n"
    "spec:\n"
    "  cluster: shore.yaml\n"
    "  image: registry.example/tern:2\n"
    "  nodes: 2\n"
    "  command: [python3, tern.py]\n";
constexpr std::string_view kNodes = "  nodes: 2\n";
constexpr std::string_view kImage = "  image: registry.example/tern:2\n";
constexpr std::string_view kCommand = "  command: [python3, tern.py]\n";
constexpr std::string_view kMetadata = "metadata: {name: tern, namespace: birds}\n";

std::string instead(std::string_view lines, std::string_view other) { return changed(kFile, lines, other); }
std::string behind(std::string_view lines, std::string_view more) {
  return changed(kFile, lines, std::string(lines).append(more));
}

TEST(WrongJobs, Numbers) {
  expect_said("tern.yaml",
              {
                  {"nodes-zero", instead(kNodes, "  nodes: 0\n"),
                   "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found the number 0\n"},
                  {"nodes-word", instead(kNodes, "  nodes: two\n"),
                   "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found \"two\"\n"},
                  {"nodes-in-quotes", instead(kNodes, "  nodes: \"2\"\n"),
                   "tern.yaml:7:11: spec.nodes: expected a whole number from 1 to 65536, found the text \"2\"; write 2 without "
                   "quotes\n"},
                  {"nodes-negative", instead(kNodes, "  nodes: -1\n"),
                   "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found the number -1\n"},
                  {"nodes-half", instead(kNodes, "  nodes: 2.5\n"),
                   "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found the number 2.5\n"},
                  {"nodes-hexadecimal", instead(kNodes, "  nodes: 0x10\n"),
                   "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found the number 0x10\n"},
                  {"nodes-octal", instead(kNodes, "  nodes: 010\n"),
                   "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found the number 010\n"},
                  {"nodes-many", instead(kNodes, "  nodes: 70000\n"),
                   "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found the number 70000\n"},
                  {"nodes-list", instead(kNodes, "  nodes: [2]\n"),
                   "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found a list\n"},
                  {"nodes-nothing", instead(kNodes, "  nodes:\n"),
                   "tern.yaml:7:3: spec.nodes: expected a whole number from 1 to 65536, found nothing\n"},
                  {"gpus-zero", behind(kCommand, "  gpus: 0\n"),
                   "tern.yaml:9:9: spec.gpus: expected a whole number from 1 to 64, found the number 0\n"},
                  {"backoff-in-quotes", behind(kCommand, "  kind: job\n  backoffLimit: \"3\"\n"),
                   "tern.yaml:10:18: spec.backoffLimit: expected a whole number from 0 to 1000, found the text \"3\"; write 3 "
                   "without quotes\n"},
                  {"slots-beyond-64-bits", behind(kCommand, "  kind: mpijob\n  slotsPerWorker: 99999999999999999999\n"),
                   "tern.yaml:10:19: spec.slotsPerWorker: expected a whole number from 1 to 1024, found the number "
                   "99999999999999999999\n"},
              });
}

TEST(WrongJobs, Words) {
  expect_said("tern.yaml",
              {
                  {"mode-letters-swapped", behind(kNodes, "  mode: rmda\n"),
                   "tern.yaml:8:9: spec.mode: expected rdma or tcp, found \"rmda\"; did you mean rdma?\n"},
                  {"mode-in-capitals", behind(kNodes, "  mode: TCP\n"),
                   "tern.yaml:8:9: spec.mode: expected rdma or tcp, found \"TCP\"; did you mean tcp?\n"},
                  {"mode-boolean", behind(kNodes, "  mode: true\n"),
                   "tern.yaml:8:9: spec.mode: expected rdma or tcp, found the boolean true\n"},
                  {"kind-of-kubernetes", behind(kNodes, "  kind: StatefulSet\n"),
                   "tern.yaml:8:9: spec.kind: expected pod, statefulset, job, mpijob or jobset, found \"StatefulSet\"; did you "
                   "mean statefulset?\n"},
                  {"kind-unknown", behind(kNodes, "  kind: deployment\n"),
                   "tern.yaml:8:9: spec.kind: expected pod, statefulset, job, mpijob or jobset, found \"deployment\"\n"},
              });
}

TEST(WrongJobs, Names) {
  expect_said(
      "tern.yaml",
      {
          {"name-capitals", instead(kMetadata, "metadata: {name: Tern_2, namespace: birds}\n"),
           "tern.yaml:3:18: metadata.name: expected a name of small letters, digits and '-' that begins with a letter, at most "
           "52 characters, found \"Tern_2\"; did you mean tern-2?\n"},
          {"name-missing", instead(kMetadata, "metadata: {namespace: birds}\n"),
           "tern.yaml:3:11: metadata.name: missing; expected a name of small letters, digits and '-' that begins with a "
           "letter, at most 52 characters\n"},
          {"name-number", instead(kMetadata, "metadata: {name: 7, namespace: birds}\n"),
           "tern.yaml:3:18: metadata.name: expected a name of small letters, digits and '-' that begins with a letter, at most "
           "52 characters, found the number 7\n"},
          {"name-boolean", instead(kMetadata, "metadata: {name: no, namespace: birds}\n"),
           "tern.yaml:3:18: metadata.name: expected a name of small letters, digits and '-' that begins with a letter, at most "
           "52 characters, found the boolean no; write \"no\", in quotes\n"},
          {"name-begins-with-digit", instead(kMetadata, "metadata: {name: 2terns, namespace: birds}\n"),
           "tern.yaml:3:18: metadata.name: expected a name of small letters, digits and '-' that begins with a letter, at most "
           "52 characters, found \"2terns\"; did you mean terns?\n"},
          {"name-long",
           instead(kMetadata, "metadata: {name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, namespace: birds}\n"),
           "tern.yaml:3:18: metadata.name: expected a name of small letters, digits and '-' that begins with a letter, at most "
           "52 characters, found 53 characters\n"},
          {"name-long-for-mpijob",
           instead(
               "metadata: {name: tern, namespace: birds}\nspec:\n",
               "metadata: {name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, namespace: birds}\nspec:\n  kind: mpijob\n"),
           "tern.yaml:3:18: metadata.name: expected at most 45 characters for kind mpijob, whose pods have longer names, found "
           "46\n"},
          {"namespace-slash", instead(kMetadata, "metadata: {name: tern, namespace: birds/north}\n"),
           "tern.yaml:3:35: metadata.namespace: expected a name of small letters, digits and '-', at most 63 characters, found "
           "\"birds/north\"; did you mean birds-north?\n"},
          {"label-of-render", instead(kMetadata, "metadata: {name: tern, labels: {app.kubernetes.io/name: x}}\n"),
           "tern.yaml:3:33: metadata.labels.app.kubernetes.io/name: expected as key a label as NAME or DOMAIN/NAME, of another "
           "domain than app.kubernetes.io and railhead.dev, found \"app.kubernetes.io/name\"\n"},
          {"label-value", instead(kMetadata, "metadata: {name: tern, labels: {colour: \"black white\"}}\n"),
           "tern.yaml:3:42: metadata.labels.colour: expected at most 63 letters, digits, '-', '_' and '.', a letter or digit "
           "at both ends, found \"black white\"\n"},
          {"working-directory-relative", behind(kCommand, "  workingDir: data\n"),
           "tern.yaml:9:15: spec.workingDir: expected an absolute path, found \"data\"; did you mean /data?\n"},
          {"priority-class", behind(kCommand, "  priorityClass: Very High\n"),
           "tern.yaml:9:18: spec.priorityClass: expected a name of small letters, digits, '-' and '.', at most 253 characters, "
           "found \"Very High\"; did you mean very-high?\n"},
      });
}

TEST(WrongJobs, UnknownFields) {
  expect_said(
      "tern.yaml",
      {
          {"field-without-s", instead(kNodes, "  node: 2\n"),
           "tern.yaml:7:3: spec.node: there is no such field; did you mean nodes?\n"},
          {"field-of-other-tools", instead(kNodes, "  replicas: 2\n"),
           "tern.yaml:7:3: spec.replicas: there is no such field; did you mean nodes?\n"},
          {"field-of-the-cluster", behind(kNodes, "  gpusPerNode: 4\n"),
           "tern.yaml:8:3: spec.gpusPerNode: there is no such field; did you mean spec.cluster.gpusPerNode?\n"},
          {"field-of-metadata", behind(kNodes, "  labels: {a: b}\n"),
           "tern.yaml:8:3: spec.labels: there is no such field; did you mean metadata.labels?\n"},
          {"field-short-name", behind(kCommand, "  env: {A: b}\n"),
           "tern.yaml:9:3: spec.env: there is no such field; did you mean environment?\n"},
          {"field-snake-case", behind(kCommand, "  script_name: x\n"),
           "tern.yaml:9:3: spec.script_name: there is no such field; did you mean scriptName?\n"},
          {"field-unknown", behind(kCommand, "  colour: black\n"), "tern.yaml:9:3: spec.colour: there is no such field\n"},
          {"field-at-the-top", instead("spec:\n", "nodes: 2\nspec:\n"),
           "tern.yaml:4:1: nodes: there is no such field; did you mean spec.nodes?\n"},
          {"key-is-a-list", behind(kCommand, "  [a, b]: c\n"),
           "tern.yaml:9:3: spec: expected a field's name as key, found a list\n"},
      });
}

TEST(WrongJobs, Images) {
  expect_said(
      "tern.yaml",
      {
          {"image-missing", instead(kImage, ""), "tern.yaml:5:3: spec: expected image or build, found neither\n"},
          {"image-empty", instead(kImage, "  image: \"\"\n"),
           "tern.yaml:6:11: spec.image: expected an image as [REGISTRY/]NAME[:TAG][@DIGEST], its name in small letters, found "
           "\"\"\n"},
          {"image-capitals", instead(kImage, "  image: registry.example/Tern:2\n"),
           "tern.yaml:6:10: spec.image: expected an image as [REGISTRY/]NAME[:TAG][@DIGEST], its name in small letters, found "
           "\"registry.example/Tern:2\"\n"},
          {"image-number", instead(kImage, "  image: 22\n"),
           "tern.yaml:6:10: spec.image: expected an image as [REGISTRY/]NAME[:TAG][@DIGEST], its name in small letters, found "
           "the number 22; write \"22\", in quotes\n"},
          {"image-blank", instead(kImage, "  image: registry.example/tern 2\n"),
           "tern.yaml:6:10: spec.image: expected an image as [REGISTRY/]NAME[:TAG][@DIGEST], its name in small letters, found "
           "\"registry.example/tern 2\"\n"},
          {"image-and-build", behind(kImage, "  build: {git: 'https://git.example/tern'}\n"),
           "tern.yaml:7:3: spec.build: expected image or build, found both\n"},
          {"build-without-git", instead(kImage, "  build: {ref: main}\n"),
           "tern.yaml:6:10: spec.build.git: missing; expected the address of a git repository (https://..., ssh://..., "
           "git@HOST:PATH)\n"},
          {"git-a-word", instead(kImage, "  build: {git: tern}\n"),
           "tern.yaml:6:16: spec.build.git: expected the address of a git repository (https://..., ssh://..., git@HOST:PATH), "
           "found \"tern\"\n"},
          {"dockerfile-outside", instead(kImage, "  build: {git: 'https://git.example/tern', dockerfile: ../Dockerfile}\n"),
           "tern.yaml:6:56: spec.build.dockerfile: expected a path inside of the repository, found \"../Dockerfile\"\n"},
          {"context-absolute", instead(kImage, "  build: {git: 'https://git.example/tern', context: /src}\n"),
           "tern.yaml:6:53: spec.build.context: expected a path inside of the repository, found \"/src\"\n"},
          {"build-a-text", instead(kImage, "  build: https://git.example/tern\n"),
           "tern.yaml:6:10: spec.build: expected a mapping, found \"https://git.example/tern\"\n"},
      });
}

}  // namespace
}  // namespace railhead::manifest::job

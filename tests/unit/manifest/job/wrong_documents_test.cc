// Files that are no documents of railhead.yaml.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

TEST(WrongDocuments, AreRefused) {
  expect_said(
      "tern.yaml",
      {
          {"empty", "", "tern.yaml:1:1: expected kind ClusterProfile or TrainingJob, found an empty file\n"},
          {"comments-alone",
           "# a job\n"
           "---\n"
           "# another\n",
           "tern.yaml:1:1: expected kind ClusterProfile or TrainingJob, found an empty file\n"},
          {"other-version",
           "apiVersion: railhead.dev/v1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:1:13: apiVersion: expected railhead.dev/v1alpha1, found \"railhead.dev/v1\"\n"},
          {"version-missing",
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:1:1: apiVersion: missing; expected railhead.dev/v1alpha1\n"},
          {"kind-of-another",
           "apiVersion: v1\n"
           "kind: Pod\n"
           "metadata: {name: tern}\n",
           "tern.yaml:2:7: expected kind ClusterProfile or TrainingJob, found \"Pod\"\n"},
          {"kind-missing",
           "apiVersion: railhead.dev/v1alpha1\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:1:1: expected kind ClusterProfile or TrainingJob, found no kind\n"},
          {"kind-misspelt",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJobs\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:2:7: expected kind ClusterProfile or TrainingJob, found \"TrainingJobs\"; did you mean TrainingJob?\n"},
          {"list",
           "- a\n"
           "- b\n",
           "tern.yaml:1:1: expected kind ClusterProfile or TrainingJob, found a list\n"},
          {"words", "just words\n", "tern.yaml:1:1: expected kind ClusterProfile or TrainingJob, found \"just words\"\n"},
          {"key-twice",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:8:3: expected each key once; 'nodes' stands in line 7 already\n"},
          {"circle",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: &c {fabric: ipoib, rails: *c}\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:5:39: expected a value, found an alias of what it stands in\n"},
          {"anchor-unknown",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: *n\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:7:11: expected an alias of an anchor that stands before it\n"},
          {"template",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: {{ .Values.nodes }}\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:7:10: expected a value, found '{{ .Values.nodes }}' of a template; fill the template in, and give what "
           "comes out\n"},
          {"template-if",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "{{- if .Values.nodes }}\n"
           "  nodes: 2\n"
           "{{- end }}\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:7:1: expected a value, found '{{- if .Values.nodes }}' of a template; fill the template in, and give "
           "what comes out\n"},
          {"tab",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "\tnodes: 2\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:7:2: invalid tab used as indentation\n"},
          {"bracket-open",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py\n",
           "tern.yaml:9:1: flow sequence without a closing bracket\n"},
          {"no-UTF-8",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, t\xff"
           "rn.py]\n",
           "tern.yaml:8:23: expected text in UTF-8; this is byte 0xff\n"},
          {"second-wrong",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py]\n"
           "---\n"
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 0\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:16:10: spec.nodes: expected a whole number from 1 to 65536, found the number 0\n"},
          {"both-wrong",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py\n"
           "---\n"
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 0\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:9:1: flow sequence without a closing bracket\n"
           "tern.yaml:16:10: spec.nodes: expected a whole number from 1 to 65536, found the number 0\n"},
          {"metadata-list",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: [tern]\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  nodes: 2\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:3:11: metadata: expected a mapping, found a list\n"},
          {"spec-missing",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n",
           "tern.yaml:1:1: spec: missing; expected a mapping\n"},
          {"spec-nothing",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n",
           "tern.yaml:4:1: spec: expected a mapping, found nothing\n"},
          {"merge-key-of-a-list",
           "apiVersion: railhead.dev/v1alpha1\n"
           "kind: TrainingJob\n"
           "metadata: {name: tern, namespace: birds}\n"
           "spec:\n"
           "  cluster: shore.yaml\n"
           "  image: registry.example/tern:2\n"
           "  <<: [a]\n"
           "  command: [python3, tern.py]\n",
           "tern.yaml:7:3: spec.<<: there is no such field\n"},
      });
}

}  // namespace
}  // namespace railhead::manifest::job

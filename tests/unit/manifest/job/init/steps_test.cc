// What is asked, in which order, and what Enter means.
#include <gtest/gtest.h>

#include "manifest/job/init/questions.h"

namespace railhead::manifest::job {
namespace {

/// The keys of all questions in their order, each answered as it is suggested.
std::string order(Answers answers, const Answers& detected = {}) {
  std::string keys;
  while (const auto step = next_step(answers, detected)) {
    keys += step->key + " ";
    answers.put(step->key, step->suggestion);
  }
  return keys;
}

Answers given(std::initializer_list<std::pair<std::string, std::string>> pairs) {
  Answers answers;
  for (const auto& [key, text] : pairs) answers.put(key, {.text = text});
  return answers;
}

TEST(InitSteps, OnlyWhatTheAnswersMakeNecessary) {
  EXPECT_EQ(order(given({{"mode", "tcp"}})),
            "platform namespace gpus-per-node name kind nodes image command launcher-image pull-secret volume ");
  EXPECT_EQ(order(given({{"fabric", "shared-infiniband"}})),
            "platform namespace gpus-per-node name kind nodes image command mode rails rail-resource.0 memlock launcher-image "
            "pull-secret volume ");
  EXPECT_EQ(order(given({{"kind", "pod"}, {"fabric", "ipoib"}, {"networks", "attachments"}, {"rails", "2"}})),
            "platform namespace gpus-per-node name image command mode rail-network.0 rail-network.1 rail-resource.0 "
            "rail-resource.1 rail-interface.0 rail-interface.1 rail-subnet.0 rail-subnet.1 memlock launcher-image pull-secret "
            "volume ");
  EXPECT_EQ(order(given({{"cluster", "c.yaml"}, {"volume", "new"}})),
            "namespace name kind nodes image command mode volume-size storage-class mount ");
  EXPECT_EQ(order(given({{"rails", "many"}, {"mode", "rdma"}, {"fabric", "ipoib"}})).find("rail-network"), std::string::npos);
}

TEST(InitSteps, WhatWasDetectedWins) {
  Answers detected;
  detected.put("gpu-resource", {.text = "amd.com/gpu", .origin = Origin::detected, .source = "here"});
  detected.put("name", {.text = "crane", .origin = Origin::detected, .source = "here"});
  EXPECT_NE(order({}, detected).find("gpu-resource"), std::string::npos);
  EXPECT_EQ(order({}).find("gpu-resource"), std::string::npos);
  EXPECT_EQ(completed({}, detected).text("name"), "crane");
  EXPECT_EQ(completed(given({{"name", "heron"}}), detected).text("name"), "heron");
}

TEST(InitSteps, AGuessIsOneAndATableDefaultIsNone) {
  const Answers answers = completed({}, {});
  EXPECT_EQ(answers.find("image")->origin, Origin::guess);
  EXPECT_EQ(answers.find("gpus-per-node")->origin, Origin::usual);
  EXPECT_EQ(answers.text("gpus-per-node"), "8");
  EXPECT_EQ(answers.text("pull-secret"), "");
}

}  // namespace
}  // namespace railhead::manifest::job

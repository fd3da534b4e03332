#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/text.h"
#include "text/cluster/cluster_texts.h"

namespace railhead::test {

/// What all kinds of texts about a cluster read out of `text`, each from the lines that it claims.
inline facts::Cluster read_cluster(std::string_view text) {
  facts::Cluster cluster;
  for (const text::Kind& kind : text::cluster_texts()) {
    text::Block block{.file = "paste", .lines = {}};
    std::uint64_t number = 0;
    bool open = false;
    for (const std::string_view line : base::lines(text)) {
      ++number;
      open = kind.shows(line) || (open && kind.continues(line));
      if (open) block.lines.push_back({.text = std::string(line), .number = number});
    }
    kind.read_cluster(block, cluster);
  }
  return cluster;
}

/// The one event of a text that has one.
inline facts::ClusterEvent event_in(std::string_view text) {
  const facts::Cluster cluster = read_cluster(text);
  EXPECT_EQ(cluster.events.size(), 1U) << text;
  return cluster.events.empty() ? facts::ClusterEvent{} : cluster.events.front();
}

/// True where no kind claims the line.
inline bool is_left_alone(std::string_view line) {
  for (const text::Kind& kind : text::cluster_texts())
    if (kind.shows(line)) return false;
  return true;
}

}  // namespace railhead::test

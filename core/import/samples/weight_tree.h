// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds shared parts of readers of stack samples: stacks over time, stacks by weight, cut JSON.
#pragma once

#include "core/import/samples/stack_row.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace kernline::samples {

/// Stacks with weights and no times, added up: a node for each way to get to a frame.
class WeightTree {
 public:
  WeightTree() : m_nodes(1) {}

  /// Adds a stack from the root to the leaf, by numbers of frames; `byte` is its offset in the text. Leaves out frames
  /// deeper than `maxDepth` or beyond what can be drawn, and returns whether there were any.
  bool add(std::span<const std::uint32_t> stack, std::int64_t weight, std::uint64_t byte);

  [[nodiscard]] std::int64_t total();

  /// Draws it from `begin` on as spans as wide as they weigh, the heaviest of what is called by one frame first ("left
  /// heavy").
  void draw(TraceBuilder& builder, TrackId track, std::span<const Frame> frames, Time begin = {});

 private:
  using Node = std::uint32_t;
  struct Data {
    Node parent = 0;
    std::uint32_t frame = 0;
    std::int64_t self = 0;
    std::int64_t total = 0;
    std::uint64_t offset = 0;
    Time begin = {};  // begin when drawn
  };

  void addUp();

  std::vector<Data> m_nodes;  // parents before their children
  std::unordered_map<std::uint64_t, Node> m_childOf;
};

}  // namespace kernline::samples

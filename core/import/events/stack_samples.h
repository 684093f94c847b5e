// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/begin_end.h"
#include "core/import/events/document_facts.h"
#include "core/model/trace/trace_builder.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace kernline::chrome {

/// Frames by id, each with the one that called it: the format's "stackFrames", or the nodes of a V8 CPU profile.
class FrameTable {
 public:
  struct Frame;
  using Entry = std::pair<const std::string, Frame>;
  struct Frame {
    std::string name;
    std::string parent;  ///< empty for a root
    const Entry* caller = nullptr;
  };
  void add(std::string id, Frame frame) { m_frames.insert_or_assign(std::move(id), std::move(frame)); }
  void addStackFrames(std::string_view json);                    ///< {"id": {"name", "parent", "category"}, …}
  [[nodiscard]] const Entry* find(const std::string& id) const;  ///< nullptr if there is none
  void linkCallers();                                            ///< once all frames have been added

 private:
  std::unordered_map<std::string, Frame> m_frames;
};

/// Names from the root to `leaf`, roots called "(root)" left out; of deeper stacks the innermost 1,024. Frames must be
/// linked.
void stackOf(const FrameTable::Entry* leaf, std::vector<std::string_view>& stack);

/// One observation of a stack; it lasts until the next one.
struct StackSample {
  Time time;
  std::uint64_t offset = 0;
  const FrameTable::Entry* leaf = nullptr;  ///< entry in the frame table; nullptr for an empty stack
};

/// Draws samples as spans: a frame lasts as long as consecutive samples have it at the same depth. If stacks change so
/// much that spans would outgrow the samples many times, only the outer frames are drawn, and counted so.
void addSampledSpans(TraceBuilder& builder, TrackId track, std::vector<StackSample>&& samples, Time end);

/// A track for samples of a thread, next to it.
[[nodiscard]] TrackId addSampleTrack(TraceBuilder& builder, ProcessId process, StringId tid, StringId threadName);

/// P events with a stack frame (the document's "samples" have become such) on tracks of their own next to their
/// threads.
void addStackSamples(TraceBuilder& builder, std::vector<PlacedPhase>&& records, const DocumentFacts& facts);

}  // namespace kernline::chrome

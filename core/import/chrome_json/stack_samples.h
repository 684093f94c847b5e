// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/begin_end.h"
#include "core/import/chrome_json/document.h"
#include "core/trace/trace_builder.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace kernline::chrome {

/// Frames by id, each with the one that called it: the format's "stackFrames", or the nodes of a V8 CPU profile.
class FrameTable {
 public:
  struct Frame {
    std::string name;
    std::string parent;  ///< empty for a root
  };
  void add(std::string id, Frame frame) { m_frames.insert_or_assign(std::move(id), std::move(frame)); }
  void addStackFrames(std::string_view json);  ///< {"id": {"name", "parent", "category"}, …}
  /// Names from the root to `id`, roots called "(root)" left out. Cut at 4,096 frames.
  [[nodiscard]] std::vector<std::string_view> stackOf(const std::string& id) const;
  [[nodiscard]] bool isEmpty() const { return m_frames.empty(); }

 private:
  std::unordered_map<std::string, Frame> m_frames;
};

/// One observation of a stack; it stands until the next one.
struct StackSample {
  Time time;
  std::uint64_t offset = 0;
  std::vector<std::string_view> stack;
};

/// Draws samples as spans: a frame lasts as long as consecutive samples have it at the same depth.
void addSampledSpans(TraceBuilder& builder, TrackId track, std::vector<StackSample>&& samples, Time end);

/// A row for samples of a thread, beside it.
[[nodiscard]] TrackId addSampleRow(TraceBuilder& builder, ProcessId process, StringId tid, StringId threadName);

/// P events with a stack frame (the document's "samples" have become such) on rows of their own beside their threads.
void addStackSamples(TraceBuilder& builder, std::vector<PlacedPhase>&& records, const DocumentFacts& facts);

}  // namespace kernline::chrome

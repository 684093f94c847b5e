// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/text_profile/read_text_profile.h"

#include "core/import/document/document_reader.h"
#include "core/import/samples/weight_tree.h"
#include "core/import/text_profile/profile_lines.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::text_profile {

namespace {

/// Details of events without args: spans already have all of the text.
class NoArgs final : public EventSource {
 public:
  [[nodiscard]] EventDetails details(std::uint64_t /*offset*/) const override {
    EventDetails details;
    details.fields.kind = details.args.kind = ArgNode::Kind::Object;
    return details;
  }
  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(samples::byteOf(offset)));
  }
};

class TextProfileReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    const bool isDump = isStackDump(m_text->view);
    const auto take = [&](const WeighedStack& stack) { add(stack); };
    const std::size_t others = isDump ? readStackDump(m_text->view, take) : readLineProfile(m_text->view, take);
    m_builder.report().addMany(IssueKind::TrailingText, others, 0, "lines that are no part of the profile");
    noteEnd(samples::offsetAt(m_text->view.size()), false);
    for (auto& [row, drawn] : m_rows) {
      drawn.tree.draw(m_builder, drawn.track, m_frames);
    }
    Message format = isDump ? Phrase::tr("py-spy dump; each stack has the same width, which is no time")
                            : Message(Phrase::tr("line_profiler; a span is as wide as its total"));
    return built(std::move(source), std::move(format), std::make_shared<NoArgs>());
  }

 private:
  struct Row {
    TrackId track = TrackId::none;
    samples::WeightTree tree;
  };

  StringId intern(std::string_view text) {
    std::string clean(text);
    chrome::repairUtf8(clean);
    return m_builder.intern(clean);
  }

  void add(const WeighedStack& stack) {
    std::vector<std::uint32_t> numbers;
    for (const std::string& frame : stack.frames) {
      const StringId name = intern(frame);
      const auto [at, isNew] = m_frameOf.try_emplace(name, static_cast<std::uint32_t>(m_frames.size()));
      if (isNew) {
        m_frames.push_back({name, SpanKind::PythonFunction, 0});
      }
      numbers.push_back(at->second);
    }
    rowOf(stack.row).tree.add(numbers, stack.weight, stack.byte);
  }

  /// "process\nthread", or a file alone.
  Row& rowOf(const std::string& name) {
    const auto [at, isNew] = m_rows.try_emplace(name);
    if (isNew) {
      const std::size_t line = name.find('\n');
      const std::string_view process = std::string_view(name).substr(0, line);
      const auto [known, isFirst] = m_processes.try_emplace(std::string(process), ProcessId::none);
      if (isFirst) {
        Process made;
        made.name = intern(process);
        known->second = m_builder.addProcess(made);
      }
      Track track;
      track.process = known->second;
      track.kind = TrackKind::Thread;
      track.name = intern(line == std::string::npos ? process : std::string_view(name).substr(line + 1));
      at->second.track = m_builder.addTrack(track);
    }
    return at->second;
  }

  std::map<std::string, Row> m_rows;
  std::map<std::string, ProcessId> m_processes;
  std::vector<samples::Frame> m_frames;
  std::unordered_map<StringId, std::uint32_t> m_frameOf;
};

}  // namespace

bool isTextProfile(std::string_view head) {
  return isStackDump(head) || isLineProfile(head);
}

Expected<std::shared_ptr<const Trace>> readTextProfile(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                       std::stop_token stop, Progress& progress) {
  return readDocument<TextProfileReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readTextProfileText(std::string text, const LoadOptions& options) {
  return readDocumentText<TextProfileReader>(std::move(text), options);
}

}  // namespace kernline::text_profile

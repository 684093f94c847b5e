// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pprof/read_pprof.h"

#include "core/import/document/document_reader.h"
#include "core/import/pprof/profile.h"
#include "core/import/protobuf/message_walk.h"
#include "core/import/samples/weight_tree.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace kernline::pprof {

namespace {

using samples::Frame;
using samples::WeightTree;

std::string repaired(std::string_view text) {
  std::string clean(text);
  chrome::repairUtf8(clean);
  return clean;
}

const Line* lineOf(const Profile& profile, const Place& place) {
  const auto at = profile.locations.find(place.location);
  return at != profile.locations.end() && place.line < at->second.lines.size() ? &at->second.lines[place.line]
                                                                               : nullptr;
}

const Function* functionOf(const Profile& profile, const Place& place) {
  const Line* line = lineOf(profile, place);
  const auto at = line == nullptr ? profile.functions.end() : profile.functions.find(line->function);
  return at == profile.functions.end() ? nullptr : &at->second;
}

std::uint64_t addressOf(const Profile& profile, const Place& place) {
  const auto at = profile.locations.find(place.location);
  return at == profile.locations.end() ? 0 : at->second.address;
}

class ProfileEvents final : public EventSource {
 public:
  ProfileEvents(std::shared_ptr<const WholeText> text, Profile profile)
      : m_text(std::move(text)), m_profile(std::move(profile)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = details.args.kind = ArgNode::Kind::Object;
    const std::uint64_t byte = samples::byteOf(offset);
    protobuf::MessageWalk walk(m_text->view.substr(std::min<std::uint64_t>(byte, m_text->view.size())));
    std::vector<Place> stack;
    if (walk.next()) {
      stackOf(m_profile, readSample(walk.bytes()), stack);
    }
    if (const std::size_t depth = samples::depthOf(offset); depth < stack.size()) {
      addPlace(details.args, stack[depth]);
    }
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(samples::byteOf(offset)));
  }

 private:
  void addPlace(ArgNode& args, const Place& place) const {
    const auto add = [&](std::string key, ArgNode::Kind kind, std::string text) {
      args.children.emplace_back();
      args.children.back().kind = kind;
      args.children.back().key = std::move(key);
      args.children.back().text = std::move(text);
    };
    const Function* function = functionOf(m_profile, place);
    if (function != nullptr && !function->file.empty()) {
      add("file", ArgNode::Kind::Text, repaired(function->file));
    }
    if (const Line* line = lineOf(m_profile, place); line != nullptr && line->line > 0) {
      add("line", ArgNode::Kind::Number, std::to_string(line->line));
    }
    if (const std::uint64_t address = addressOf(m_profile, place); address != 0) {
      add("address", ArgNode::Kind::Text, fmt::format("{:#x}", address));
    }
  }

  std::shared_ptr<const WholeText> m_text;
  Profile m_profile;
};

class PprofReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    m_profile = readProfile(m_text->view);
    noteEnd(samples::offsetAt(m_text->view.size()), m_profile.isTruncated);
    m_trees.resize(m_profile.types.size());
    for (std::size_t i = 0; i < m_profile.samples.size(); ++i) {
      if (i % samplesBetweenStops == 0) {
        if (m_stop.stop_requested()) {
          return loadingCanceled(source.path);
        }
        if (isFullAt(offsetOf(i))) {
          break;
        }
      }
      addSample(i);
    }
    drawTrees();
    addTimes();
    Message format = formatName();
    return built(std::move(source), std::move(format), std::make_shared<ProfileEvents>(m_text, std::move(m_profile)));
  }

 private:
  static constexpr std::size_t samplesBetweenStops = 4096;

  [[nodiscard]] std::uint64_t byteOf(std::size_t sample) const {
    return static_cast<std::uint64_t>(m_profile.sampleBegins[sample] - m_text->view.data());
  }
  [[nodiscard]] std::uint64_t offsetOf(std::size_t sample) const { return samples::offsetAt(byteOf(sample)); }

  void addSample(std::size_t number) {
    const Sample sample = readSample(m_profile.samples[number]);
    ImportReport& report = m_builder.report();
    if (sample.isDamaged || sample.values.size() != m_profile.types.size()) {
      report.add(IssueKind::BrokenEvent, offsetOf(number), "sample");
      return;
    }
    report.addMany(IssueKind::UnsupportedRecord, sample.labels, offsetOf(number), "labels of samples");
    stackOf(m_profile, sample, m_places);
    m_stack.clear();
    for (const Place& place : m_places) {
      m_stack.push_back(frameOf(place));
    }
    bool isCut = false;
    for (std::size_t type = 0; type < m_trees.size(); ++type) {
      const std::int64_t value = sample.values[type];
      if (value < 0) {
        report.add(IssueKind::NegativeDuration, offsetOf(number), "sample");
      } else if (value > 0) {
        isCut = m_trees[type].add(m_stack, value, byteOf(number)) || isCut;
      }
    }
    if (isCut) {
      report.add(IssueKind::UnsupportedRecord, offsetOf(number), "stack too deep to draw");
    }
  }

  /// Frames are functions: the lines of one are one frame.
  std::uint32_t frameOf(const Place& place) {
    const Function* function = functionOf(m_profile, place);
    const std::uint64_t address = addressOf(m_profile, place);
    const std::string name = function != nullptr && !function->name.empty() ? repaired(function->name)
                             : address != 0                                 ? fmt::format("{:#x}", address)
                                                                            : std::string("(unknown)");
    const StringId id = m_builder.intern(name);
    const auto [at, isNew] = m_frameOf.try_emplace(id, static_cast<std::uint32_t>(m_frames.size()));
    if (isNew) {
      const std::string_view file = function == nullptr ? std::string_view{} : function->file;
      m_frames.push_back({id, samples::kindOfSource(file), 0});
    }
    return at->second;
  }

  /// pprof first shows the type that is summed over all rows; the others have the same rows in other values.
  void drawTrees() {
    const std::size_t shown = m_profile.shownType();
    for (std::size_t type = 0; type < m_trees.size(); ++type) {
      if (m_trees[type].total() == 0) {
        continue;
      }
      const ValueType& what = m_profile.types[type];
      Process process;
      process.name = m_builder.intern(fmt::format("{} ({})", repaired(what.type), repaired(what.unit)));
      process.sortIndex = static_cast<std::int64_t>(type == shown ? 0 : type + 1);
      process.isSummary = type != shown;
      Track track;
      track.process = m_builder.addProcess(process);
      track.kind = TrackKind::Thread;
      track.name = process.name;
      m_trees[type].draw(m_builder, m_builder.addTrack(track), m_frames);
      m_trees[type] = {};
    }
  }

  [[nodiscard]] Message formatName() const {
    if (m_profile.types.empty()) {
      return Phrase::tr("pprof profile");
    }
    const ValueType& what = m_profile.types[m_profile.shownType()];
    return Phrase::tr("pprof profile; it has totals (%1) and no times: a span is as wide as its total")
        .with(fmt::format("{}, {}", repaired(what.type), repaired(what.unit)));
  }

  void addTimes() {
    if (m_profile.startUtcNs != 0) {
      m_builder.addMetadata("time_nanos", std::to_string(m_profile.startUtcNs));
    }
    if (m_profile.durationNs != 0) {
      m_builder.addMetadata("duration_nanos", std::to_string(m_profile.durationNs));
    }
  }

  Profile m_profile;
  std::vector<WeightTree> m_trees;  // indexed by type of value
  std::vector<Frame> m_frames;
  std::unordered_map<StringId, std::uint32_t> m_frameOf;
  std::vector<Place> m_places;
  std::vector<std::uint32_t> m_stack;
};

/// A message of two numbers of texts at most.
bool isValueType(std::string_view message) {
  protobuf::MessageWalk walk(message);
  bool hasType = false;
  while (walk.next()) {
    if (!walk.isNumber() || (walk.field() != 1 && walk.field() != 2)) {
      return false;
    }
    hasType = hasType || walk.field() == 1;
  }
  return hasType && !walk.isDamaged();
}

}  // namespace

bool isProfile(std::string_view head) {
  constexpr std::uint32_t comments = 13;  // numbers, one in a field each or packed
  constexpr std::uint32_t lastField = 15;
  protobuf::MessageWalk walk(head);
  bool hasType = false;
  bool hasContent = false;
  while (walk.next() && !walk.isDamaged()) {
    const bool isMessage = walk.field() <= 6 || walk.field() == 11;
    const bool isType = walk.field() == 1 || walk.field() == 11;
    if (walk.field() > lastField || (walk.field() != comments && walk.isNumber() == isMessage) ||
        (isType && !isValueType(walk.bytes()))) {
      return false;
    }
    hasType = hasType || isType;
    hasContent = hasContent || (isMessage && !isType);
  }
  return hasType && hasContent;
}

Expected<std::shared_ptr<const Trace>> readPprof(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                 std::stop_token stop, Progress& progress) {
  return readDocument<PprofReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readPprofBytes(std::string bytes, const LoadOptions& options) {
  return readDocumentText<PprofReader>(std::move(bytes), options);
}

}  // namespace kernline::pprof

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/speedscope/read_speedscope.h"

#include "core/import/samples/loose_json.h"
#include "core/import/speedscope/profile_rows.h"
#include "core/import/speedscope/profile_text.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kernline::speedscope {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;
using samples::Frame;

/// A frame that the file lists, or should have listed.
std::string repairedOr(std::string text, std::string_view otherwise) {
  chrome::repairUtf8(text);
  return text.empty() ? std::string(otherwise) : text;
}

class SpeedscopeReader {
 public:
  SpeedscopeReader(std::shared_ptr<const WholeText> text, const LoadOptions& options, std::stop_token stop,
                   Progress& progress)
      : m_text(std::move(text)), m_options(options), m_stop(std::move(stop)), m_progress(progress) {}

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    m_progress.stage = Progress::Stage::Reading;
    m_progress.bytesTotal = source.storedBytes;
    const std::string_view document = m_text->view.substr(std::min(m_text->view.find('{'), m_text->view.size()));
    const RawValue profiles = samples::memberOrRest(document, "profiles");
    if (profiles.kind != RawValue::Kind::Array) {
      return std::unexpected(
          Error{Error::Kind::NotATrace, Phrase::tr("%1: a speedscope file without profiles").with(source.path)});
    }
    if (m_text->damage || samples::breaksOff(document)) {
      m_builder.report().add(IssueKind::TruncatedInput, samples::offsetAt(m_text->view.size()),
                             m_text->damage.value_or(std::string()));
    }
    readFrames(samples::memberOrRest(samples::memberOrRest(document, "shared").text, "frames").text, profiles.text);
    addProcess(document);
    const std::string path = source.path;
    for (samples::LooseElements profile(profiles.text); profile.next();) {
      if (m_stop.stop_requested()) {
        return loadingCanceled(path);
      }
      if (m_options.enough.stop_requested()) {
        m_builder.report().add(IssueKind::MemoryLimit, offsetOf(profile.text()));
        break;
      }
      addProfile(profile.text());
      m_progress.bytesDone =
          source.storedBytes * byteOf(profile.text()) / std::max<std::size_t>(1, m_text->view.size());
    }
    return built(std::move(source));
  }

 private:
  [[nodiscard]] std::uint64_t byteOf(std::string_view part) const {
    return static_cast<std::uint64_t>(part.data() - m_text->view.data());
  }
  [[nodiscard]] std::uint64_t offsetOf(std::string_view part) const { return samples::offsetAt(byteOf(part)); }

  void readFrames(std::string_view frames, std::string_view profiles) {
    for (MemberWalk walk(frames); walk.next();) {
      const std::string_view text = walk.value().text;
      const std::string name = repairedOr(chrome::findMember(text, "name").unescaped(), "(no name)");
      m_frames.push_back(
          {m_builder.intern(name), samples::kindOfSource(chrome::findMember(text, "file").unescaped()), byteOf(text)});
    }
    if (m_frames.empty()) {  // some writers put them behind the profiles, where a file that was cut ends before them
      constexpr std::size_t maxUnnamed = 65536;
      const std::size_t count = std::min(countFrames(profiles), maxUnnamed);
      for (std::size_t i = 0; i < count; ++i) {
        m_frames.push_back({m_builder.intern(fmt::format("frame {}", i)), SpanKind::Other, 0});
      }
      m_builder.report().addMany(IssueKind::UnreadMetadata, count, offsetOf(profiles), "frames without names");
    }
  }

  void addProcess(std::string_view document) {
    Process process;
    const std::string exporter = repairedOr(samples::memberOrRest(document, "exporter").unescaped(), "");
    const std::string name = repairedOr(chrome::findMember(document, "name").unescaped(), "speedscope profile");
    process.name = m_builder.intern(name);
    m_process = m_builder.addProcess(process);
    if (!exporter.empty()) {
      m_builder.addMetadata("exporter", fmt::format("\"{}\"", chrome::findMember(document, "exporter").text));
    }
  }

  void addProfile(std::string_view profile) {
    const std::string type = chrome::findMember(profile, "type").unescaped();
    const auto unit = unitOf(chrome::findMember(profile, "unit").unescaped());
    const bool isKnown = type == "sampled" || type == "evented";
    if (!isKnown || !unit) {
      m_builder.report().add(IssueKind::UnsupportedRecord, offsetOf(profile), isKnown ? "unit of a profile" : type);
      return;
    }
    if (!unit->isTime) {
      m_strangeUnit = chrome::findMember(profile, "unit").unescaped();
    }
    Track track;
    track.process = m_process;
    track.kind = TrackKind::Thread;
    ++m_profiles;
    track.sortIndex = m_profiles;
    track.name = m_builder.intern(
        repairedOr(chrome::findMember(profile, "name").unescaped(), fmt::format("profile {}", m_profiles)));
    const ProfileRow row{m_builder, m_builder.addTrack(track), m_frames, m_text->view.data(), *unit};
    if (type == "sampled") {
      addSamples(row, profile);
    } else {
      addEvents(row, profile);
    }
  }

  [[nodiscard]] Message formatName() const {
    return m_strangeUnit.empty() ? Message(Phrase::tr("speedscope profile"))
           : m_strangeUnit == "none"
               ? Message(Phrase::tr("speedscope profile; its values have no unit and are shown as nanoseconds"))
               : Phrase::tr("speedscope profile; its values are %1, shown as nanoseconds").with(m_strangeUnit);
  }

  Expected<std::shared_ptr<const Trace>> built(SourceFile source) {
    m_progress.stage = Progress::Stage::Arranging;
    source.textBytes = m_text->view.size();
    source.format = packedFormat(formatName(), containerOf(*m_text));
    const std::string path = source.path;
    m_builder.addSource(std::move(source));
    m_builder.setEvents(framesAsEvents(m_text, std::move(m_frames)));
    auto trace = m_builder.build(m_options.threads == 0 ? defaultThreads() : m_options.threads, m_stop);
    if (trace == nullptr) {
      return loadingCanceled(path);
    }
    m_progress.stage = Progress::Stage::Done;
    return trace;
  }

  std::shared_ptr<const WholeText> m_text;
  const LoadOptions& m_options;
  std::stop_token m_stop;
  Progress& m_progress;
  TraceBuilder m_builder;
  std::vector<Frame> m_frames;
  ProcessId m_process = ProcessId::none;
  std::int64_t m_profiles = 0;
  std::string m_strangeUnit;  // of a profile whose values are no times
};

}  // namespace

bool isProfile(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] != '{') {
    return false;
  }
  const bool hasProfiles = head.contains("\"profiles\"") || head.contains("\"frames\"");
  const bool hasType = head.contains("\"sampled\"") || head.contains("\"evented\"");
  return head.contains("speedscope.app/file-format-schema") ||
         (hasProfiles && hasType && !head.contains("\"traceEvents\""));
}

Expected<std::shared_ptr<const Trace>> readSpeedscope(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                      std::stop_token stop, Progress& progress) {
  SourceFile source;
  source.path = input->path;
  source.storedBytes = input->storedBytes;
  source.origin = input->stream == nullptr ? input->text : nullptr;
  auto text = wholeText(std::move(input));
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  return SpeedscopeReader(std::move(*text), options, std::move(stop), progress).run(std::move(source));
}

Expected<std::shared_ptr<const Trace>> readSpeedscopeText(std::string text, const LoadOptions& options) {
  SourceFile source;
  source.path = "(memory)";
  source.storedBytes = text.size();
  Progress progress;
  return SpeedscopeReader(wholeTextOf(std::move(text)), options, {}, progress).run(std::move(source));
}

}  // namespace kernline::speedscope

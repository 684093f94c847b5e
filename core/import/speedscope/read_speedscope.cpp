// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/speedscope/read_speedscope.h"

#include "core/import/document/document_reader.h"
#include "core/import/samples/loose_json.h"
#include "core/import/speedscope/profile_rows.h"
#include "core/import/speedscope/profile_text.h"

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

class SpeedscopeReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    const std::string_view document = m_text->view.substr(std::min(m_text->view.find('{'), m_text->view.size()));
    const RawValue profiles = samples::memberOrRest(document, "profiles");
    if (profiles.kind != RawValue::Kind::Array) {
      return std::unexpected(
          Error{Error::Kind::NotATrace, Phrase::tr("%1: a speedscope file without profiles").with(source.path)});
    }
    noteEnd(samples::offsetAt(m_text->view.size()), samples::breaksOff(document));
    readFrames(samples::memberOrRest(samples::memberOrRest(document, "shared").text, "frames").text, profiles.text);
    addProcess(document);
    const std::string path = source.path;
    for (samples::LooseElements profile(profiles.text); profile.next();) {
      if (m_stop.stop_requested()) {
        return loadingCanceled(path);
      }
      if (isFullAt(offsetOf(profile.text()))) {
        break;
      }
      addProfile(profile.text());
      noteProgress(source, byteOf(profile.text()));
    }
    return built(std::move(source), formatName(), framesAsEvents(m_text, std::move(m_frames)));
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
    const ProfileRow row{m_builder, m_builder.addTrack(track),
                         m_frames,  m_text->view.data(),
                         *unit,     [this](std::uint64_t offset) { return isFullAt(offset); }};
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

  std::vector<Frame> m_frames;
  ProcessId m_process = ProcessId::none;
  std::int64_t m_profiles = 0;
  std::string m_strangeUnit;  // unit of a profile whose values are no times
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
  return readDocument<SpeedscopeReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readSpeedscopeText(std::string text, const LoadOptions& options) {
  return readDocumentText<SpeedscopeReader>(std::move(text), options);
}

}  // namespace kernline::speedscope

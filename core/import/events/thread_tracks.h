// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/assemble.h"
#include "core/import/events/memcpy_tracks.h"
#include "core/import/events/process_labels.h"
#include "core/model/trace/trace_builder.h"

#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::chrome {

/// Threads of all interners as tracks of one trace, named and sorted by M events, split into streams,
/// other device tracks, threads and the profiler's own tracks.
class ThreadTracks {
 public:
  /// `stringPlace[v][id]` is the trace's id of a interner's string.
  ThreadTracks(TraceBuilder& builder, std::span<const Interner* const> interners,
               std::span<const std::vector<StringId>> stringPlace);

  void applyMetadata(const MetadataRecord& record, std::size_t interner);
  /// Collects the contents of threads, which decide on their kind. Call for every batch before `makeTracks`.
  void survey(const WordedBatch& batch);
  /// Adds processes, and tracks for threads that are not empty. Ranks are those of names, the document or the file
  /// name. `source` has the events as JSON; nullptr if they are none.
  void makeTracks(const DocumentFacts& facts, std::string_view path, const SourceText* source,
                  std::span<const WordedBatch> batches);

  /// One a track; none if it is empty.
  [[nodiscard]] std::span<const TrackId> tracks() const { return m_tracks; }
  [[nodiscard]] TrackId trackOf(std::size_t interner, ThreadIndex thread) const {
    return m_tracks[m_fileTrackOf[interner][index(thread)]];
  }
  /// Returns the track of a span whose track is still its thread: copies of one thread may be of several devices.
  [[nodiscard]] TrackId trackOf(std::size_t interner, const SpanRecord& span) const {
    const std::uint32_t fileTrack = m_fileTrackOf[interner][index(span.track)];
    return m_fileTracks[fileTrack].isOfSeveralDevices ? m_copies.trackOf(fileTrack, span.start, span.offset)
                                                      : m_tracks[fileTrack];
  }
  [[nodiscard]] TrackId trackAt(std::size_t interner, ThreadIndex thread, Time time) const {
    const std::uint32_t fileTrack = m_fileTrackOf[interner][index(thread)];
    return m_fileTracks[fileTrack].isOfSeveralDevices ? m_copies.trackAt(fileTrack, time) : m_tracks[fileTrack];
  }
  [[nodiscard]] ProcessId processOf(std::size_t interner, ThreadIndex thread) const {
    return m_processIds[m_fileTracks[m_fileTrackOf[interner][index(thread)]].process];
  }
  /// Whether spans of this track without a kind of their own are device activity.
  [[nodiscard]] bool isForeignStream(std::size_t interner, ThreadIndex thread) const {
    return m_fileTracks[m_fileTrackOf[interner][index(thread)]].isForeignStream;
  }

 private:
  struct FileTrack {
    StringId tid = StringId::empty;
    StringId name = StringId::empty;
    std::int64_t sortIndex = 0;
    std::uint32_t process = 0;
    std::uint64_t firstSpan = UINT64_MAX;      // offset
    std::uint64_t firstActivity = UINT64_MAX;  // offset of device activity
    std::uint64_t lastActivity = 0;
    std::int32_t device = -1;  // device in the args of its spans, if not known otherwise
    bool holdsAnything = false;
    bool holdsActivities = false;
    bool holdsDeviceAnnotations = false;  // annotations and synchronization on devices
    bool holdsHostCalls = false;
    bool isForeignStream = false;
    bool isOfSeveralDevices = false;
    bool isThread = true;
  };
  struct ProcessFacts {
    Process process;
    bool isUsed = false;  // a interner also knows threads of pieces that were cut wrongly and read again
    bool holdsActivities = false;
    bool holdsHostCalls = false;
    bool holdsStreams = false;             // tracks that are called streams
    std::int32_t argsDevice = -1;          // the lowest in args of its activity, if not known otherwise
    bool isGuessed = false;                // whether its being a device is a guess
    std::uint64_t firstSpan = UINT64_MAX;  // offset
  };

  std::uint32_t fileTrackOf(StringId pid, StringId tid);
  std::uint32_t processIndexOf(StringId pid);
  void gatherProcesses(const SourceText* source);
  void decideDevice(ProcessFacts& facts) const;
  [[nodiscard]] bool saysDevice(const ProcessFacts& facts) const;
  void readDevices(const SourceText& source);
  [[nodiscard]] bool isMixed(std::uint32_t fileTrack) const;
  ProcessId processFor(const FileTrack& fileTrack);
  ProcessId processOfDevice(std::uint32_t process, std::int32_t device);
  void decideSummaries();
  void readCopies(const SourceText* source, std::span<const WordedBatch> batches);
  void splitTracks();
  /// Places in m_fileTracks. Tracks may look alike but for their order, and the interner that met one of them first is
  /// a matter of chance.
  [[nodiscard]] std::vector<std::uint32_t> fileTracksById() const;
  [[nodiscard]] TrackKind kindOf(FileTrack& fileTrack) const;
  [[nodiscard]] std::string_view text(StringId id) const { return m_builder.strings()[id]; }

  TraceBuilder& m_builder;
  std::span<const std::vector<StringId>> m_stringPlace;
  std::vector<std::vector<std::uint32_t>> m_fileTrackOf;
  std::vector<FileTrack> m_fileTracks;
  std::vector<ProcessFacts> m_processes;
  std::unordered_map<std::uint64_t, std::uint32_t> m_fileTrackByKey;
  std::unordered_map<StringId, std::uint32_t> m_processByPid;
  std::vector<TrackId> m_tracks;
  std::vector<ProcessId> m_processIds;
  std::map<std::pair<std::uint32_t, std::int32_t>, ProcessId> m_processesOfDevices;  // apart from those of the file
  std::vector<bool> m_mixedTracks;  // activities of several devices on one track
  ProcessLabels m_labels;
  MemcpyTracks m_copies;
};

}  // namespace kernline::chrome

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/event.h"
#include "core/import/events/interner.h"
#include "core/model/trace/trace_builder.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::chrome {

/// B, E and the like, waiting for their counterpart.
struct PhaseRecord {
  Time time;
  std::uint64_t offset = 0;
  std::uint64_t id = 0;  ///< async: hash of what makes it one with its counterparts
  StringId name = StringId::empty;
  ThreadIndex thread = ThreadIndex::none;
  CategoryId category = CategoryId::none;
  char phase = 0;
};

struct InstantRecord {
  Time time;
  std::uint64_t offset = 0;
  StringId name = StringId::empty;
  ThreadIndex thread = ThreadIndex::none;
  CategoryId category = CategoryId::none;
  InstantScope scope = InstantScope::Thread;
};

struct SampleRecord {
  Time time;
  double value = 0;
  ThreadIndex thread = ThreadIndex::none;  ///< its process counts; tid is no part of a counter's identity
  StringId name = StringId::empty;
  StringId series = StringId::empty;
  std::uint64_t offset = 0;
  StringId unit = StringId::empty;  ///< empty for the unit in its name
};

/// An M event: what it names and the raw JSON of its args.
struct MetadataRecord {
  std::uint64_t offset = 0;
  StringId name = StringId::empty;
  ThreadKey thread;
  std::string args;
};

/// A Profile or ProfileChunk event of V8's sampling profiler, or a CpuProfile event that is a whole profile (Chrome
/// 66), with the raw JSON of its args.
struct ProfileRecord {
  Time time;
  std::uint64_t offset = 0;
  ThreadIndex thread = ThreadIndex::none;
  StringId id = StringId::empty;
  bool isWhole = false;
  std::string args;
};

/// The events of one piece of a file, sorted by what they are, in terms of its worker's interner.
class EventBatch {
 public:
  std::vector<SpanRecord> spans;       ///< X; track, name and category are the interner's
  std::vector<PhaseRecord> durations;  ///< B, E
  std::vector<PhaseRecord> asyncs;     ///< b n e S T p F N O D
  std::vector<PhaseRecord> samples;    ///< P; id is the stack frame's hash, name the stack frame's text
  std::vector<FlowEnd> flows;          ///< s t f and v2; track is the interner's thread
  std::vector<InstantRecord> instants;
  std::vector<MemoryEvent> memory;
  std::vector<SampleRecord> counterSamples;
  std::vector<MetadataRecord> metadata;
  std::vector<ProfileRecord> profiles;
  ImportReport report;
  std::uint64_t events = 0;  ///< read, whatever became of them

  /// Files one event under what it is. Whatever cannot be used is counted in `report`.
  void add(const Event& event, Interner& words);

  /// Adds the events after this batch in the file, in the same interner.
  void append(EventBatch&& later);

 private:
  bool checkTime(const Event& event);
  void addSpan(const Event& event, Interner& words);
  void addDuration(const Event& event, Interner& words);
  void addAsync(const Event& event, Interner& words);
  void addFlow(const Event& event, Interner& words);
  void addSpanFlow(const Event& event, Interner& words);
  void addInstant(const Event& event, Interner& words);
  bool addMemory(const Event& event, Interner& words);
  bool addWholeProfile(const Event& event, Interner& words);
  void addCounter(const Event& event, Interner& words);
  void addSample(const Event& event, Interner& words);
  void addMetadata(const Event& event, Interner& words);
};

}  // namespace kernline::chrome

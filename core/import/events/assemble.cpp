// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/assemble.h"

#include "core/import/events/begin_end.h"
#include "core/import/events/counter_unit.h"
#include "core/import/events/cpu_profile.h"
#include "core/import/events/read_details.h"
#include "core/import/events/sampling_stops.h"
#include "core/import/events/stack_samples.h"
#include "core/import/events/thread_tracks.h"
#include "core/import/events/traced_blocks.h"
#include "core/import/events/warp_tracks.h"
#include "core/model/base/parallel.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace kernline::chrome {

namespace {

template <typename Number>
Number numberMember(std::string_view object, std::string_view key) {
  Number number{};
  const RawValue value = findMember(object, key);
  std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  return number;
}

/// kineto's deviceProperties, in libkineto/src/output_json.cpp.
std::vector<Device> devicesOf(const DocumentFacts& facts) {
  std::vector<Device> devices;
  for (const MetadataEntry& entry : facts.entries) {
    if (entry.key != "deviceProperties") {
      continue;
    }
    for (MemberWalk walk(entry.value); walk.next();) {
      const std::string_view properties = walk.value().text;
      Device device;
      device.id = numberMember<std::int32_t>(properties, "id");
      device.name = findMember(properties, "name").unescaped();
      device.memoryBytes = numberMember<std::uint64_t>(properties, "totalGlobalMem");
      device.multiprocessors = numberMember<std::uint32_t>(properties, "numSms");
      device.computeMajor = numberMember<std::uint32_t>(properties, "computeMajor");
      device.computeMinor = numberMember<std::uint32_t>(properties, "computeMinor");
      device.ceilings = findMember(properties, "ceilings").unescaped();
      devices.push_back(std::move(device));
    }
  }
  return devices;
}

class Assembly {
 public:
  Assembly(std::span<const Interner* const> interners, std::vector<WordedBatch>&& batches, const DocumentFacts& facts,
           const AssemblyOptions& options)
      : m_interners(interners), m_batches(std::move(batches)), m_facts(facts), m_options(options) {}

  std::shared_ptr<const Trace> run(const SourceFile& source, const ImportReport& report, const std::stop_token& stop) {
    mergeWords();
    m_builder.report().merge(report);
    for (const WordedBatch& worded : m_batches) {
      m_builder.report().merge(worded.batch.report);
    }
    ThreadTracks threadTracks(m_builder, m_interners, m_stringPlace);
    m_threadTracks = &threadTracks;
    for (const WordedBatch& worded : m_batches) {
      threadTracks.survey(worded);
      for (const MetadataRecord& record : worded.batch.metadata) {
        threadTracks.applyMetadata(record, worded.interner);
      }
    }
    for (Device& device : devicesOf(m_facts)) {
      m_builder.addDevice(std::move(device));
    }
    threadTracks.makeTracks(m_facts, source.path, m_options.events == nullptr ? source.text.get() : nullptr, m_batches);
    placeSpans();
    placePhasesByWarp(m_builder, m_batches);
    findLastTimes();
    placeMoments();
    placeCounters();
    addSamplingStops(m_builder, m_counters, m_batches, m_facts);
    placeFlows();
    pairDurations(m_builder, placed(&EventBatch::durations), m_lastTimeOf);
    pairAsyncs(m_builder, placed(&EventBatch::asyncs), m_lastTime);
    addStackSamples(m_builder, placed(&EventBatch::samples), m_facts);
    addCpuProfiles(m_builder, placedProfiles());
    if (m_facts.isCpuProfile()) {
      addCpuProfileDocument(m_builder, m_facts);
    }
    addTracedBlocks(m_builder, threadTracks.tracks(), m_batches);
    finish(source);
    for (WordedBatch& worded : m_batches) {
      m_builder.addSpans(std::move(worded.batch.spans));
    }
    return m_builder.build(m_options.threads, stop);
  }

 private:
  void mergeWords() {
    for (const Interner* words : m_interners) {
      std::vector<StringId>& place = m_stringPlace.emplace_back(words->strings.size());
      for (std::uint32_t i = 1; i < words->strings.size(); ++i) {
        place[i] = m_builder.intern(words->strings[StringId{i}]);
      }
      std::vector<CategoryId>& categories = m_categoryPlace.emplace_back();
      for (const StringId category : words->categories) {
        categories.push_back(m_builder.addCategory(place[index(category)]));
      }
    }
  }

  StringId word(std::size_t interner, StringId id) const { return m_stringPlace[interner][index(id)]; }
  CategoryId category(std::size_t interner, CategoryId id) const {
    return id == CategoryId::none ? id : m_categoryPlace[interner][index(id)];
  }

  void placeSpans() {
    parallelFor(m_options.threads, m_batches.size(), [&](std::size_t i) {
      const std::size_t v = m_batches[i].interner;
      for (SpanRecord& span : m_batches[i].batch.spans) {
        const auto thread = static_cast<ThreadIndex>(span.track);
        if (span.kind == SpanKind::Other && m_threadTracks->isForeignStream(v, thread)) {
          span.kind = kindOnDevice(m_builder.strings()[word(v, span.name)]);
        }
        span.name = word(v, span.name);
        span.category = category(v, span.category);
        span.track = m_threadTracks->trackOf(v, span);
      }
    });
  }

  /// Finds the last time on each track and over all, at which spans without an end are ended.
  void findLastTimes() {
    const auto see = [this](TrackId track, Time time) {
      if (index(track) >= m_lastTimeOf.size()) {
        m_lastTimeOf.resize(index(track) + 1, Time{INT64_MIN});
      }
      m_lastTimeOf[index(track)] = std::max(m_lastTimeOf[index(track)], time);
      m_lastTime = std::max(m_lastTime, time);
    };
    bool anyOpen = false;
    for (const WordedBatch& worded : m_batches) {
      anyOpen = anyOpen || !worded.batch.durations.empty() || !worded.batch.asyncs.empty();
    }
    if (!anyOpen) {
      return;
    }
    for (const WordedBatch& worded : m_batches) {
      for (const SpanRecord& span : worded.batch.spans) {
        see(span.track, span.start + span.duration);
      }
      for (const PhaseRecord& record : worded.batch.durations) {
        see(m_threadTracks->trackOf(worded.interner, record.thread), record.time);
      }
      for (const InstantRecord& record : worded.batch.instants) {
        see(m_threadTracks->trackOf(worded.interner, record.thread), record.time);
      }
      for (const PhaseRecord& record : worded.batch.asyncs) {
        m_lastTime = std::max(m_lastTime, record.time);
      }
    }
  }

  std::vector<PlacedPhase> placed(std::vector<PhaseRecord> EventBatch::* list) {
    std::vector<PlacedPhase> all;
    for (WordedBatch& worded : m_batches) {
      const std::size_t v = worded.interner;
      for (PhaseRecord record : worded.batch.*list) {
        PlacedPhase phase;
        phase.kind = record.category == CategoryId::none ? SpanKind::Other
                                                         : m_interners[v]->categoryKinds[index(record.category)];
        phase.track = m_threadTracks->trackOf(v, record.thread);
        phase.process = m_threadTracks->processOf(v, record.thread);
        record.name = word(v, record.name);
        record.category = category(v, record.category);
        phase.record = record;
        all.push_back(phase);
      }
      worded.batch.*list = {};
    }
    return all;
  }

  std::vector<PlacedProfile> placedProfiles() {
    std::vector<PlacedProfile> all;
    for (WordedBatch& worded : m_batches) {
      const std::size_t v = worded.interner;
      for (ProfileRecord& record : worded.batch.profiles) {
        all.push_back({record.time, record.offset, m_threadTracks->trackOf(v, record.thread),
                       m_threadTracks->processOf(v, record.thread), word(v, record.id), record.isWhole,
                       std::move(record.args)});
      }
      worded.batch.profiles = {};
    }
    return all;
  }

  void placeMoments() {
    for (WordedBatch& worded : m_batches) {
      const std::size_t v = worded.interner;
      for (const InstantRecord& record : worded.batch.instants) {
        m_builder.addInstant({record.time, record.offset, word(v, record.name),
                              m_threadTracks->trackOf(v, record.thread), category(v, record.category), record.scope});
      }
      for (MemoryEvent event : worded.batch.memory) {
        event.track = m_threadTracks->trackOf(v, static_cast<ThreadIndex>(event.track));
        m_builder.addMemory(event);
      }
      worded.batch.instants = {};
      worded.batch.memory = {};
    }
  }

  void placeCounters() {
    std::map<std::tuple<ProcessId, StringId, StringId>, CounterId> known;
    for (WordedBatch& worded : m_batches) {
      for (const SampleRecord& sample : worded.batch.counterSamples) {
        const std::tuple key(m_threadTracks->processOf(worded.interner, sample.thread),
                             word(worded.interner, sample.name), word(worded.interner, sample.series));
        auto at = known.find(key);
        if (at == known.end()) {
          Counter counter;
          counter.process = std::get<0>(key);
          counter.name = std::get<1>(key);
          counter.series = std::get<2>(key);
          const StringPool& strings = m_builder.strings();
          counter.unit = sample.unit != StringId::empty
                             ? word(worded.interner, sample.unit)
                             : m_builder.intern(unitOfCounter(strings[counter.name], strings[counter.series]));
          at = known.emplace(key, m_builder.addCounter(counter)).first;
          m_counters.push_back({at->second, counter.process, sample.time, sample.time});
        }
        m_builder.addSample(at->second, sample.time, sample.value);
        PlacedCounter& placed = m_counters[index(at->second)];
        placed.first = std::min(placed.first, sample.time);
        placed.last = std::max(placed.last, sample.time);
      }
      worded.batch.counterSamples = {};
    }
  }

  void placeFlows() {
    for (WordedBatch& worded : m_batches) {
      for (FlowEnd& end : worded.batch.flows) {
        end.track = m_threadTracks->trackAt(worded.interner, static_cast<ThreadIndex>(end.track), end.time);
        end.category = word(worded.interner, end.category);
      }
      m_builder.addFlowEnds(std::move(worded.batch.flows));
    }
  }

  void finish(const SourceFile& source) {
    m_builder.addSource(source);
    m_builder.setBaseTime(m_facts.baseTimeNs);
    for (const MetadataEntry& entry : m_facts.entries) {
      m_builder.addMetadata(entry.key, entry.value);
    }
    std::shared_ptr<const EventSource> events = m_options.events != nullptr ? m_options.events : eventsOf(source.text);
    m_builder.setEvents(m_options.wrapEvents ? m_options.wrapEvents(std::move(events)) : std::move(events));
    for (const auto& [begin, end] : m_options.endOffsets) {
      m_builder.setEndOffset(begin, end);
    }
    if (m_options.isPreview) {
      m_builder.markPreview();
    }
  }

  std::span<const Interner* const> m_interners;
  std::vector<WordedBatch> m_batches;
  const DocumentFacts& m_facts;
  const AssemblyOptions& m_options;
  TraceBuilder m_builder;
  ThreadTracks* m_threadTracks = nullptr;
  std::vector<PlacedCounter> m_counters;
  std::vector<std::vector<StringId>> m_stringPlace;
  std::vector<std::vector<CategoryId>> m_categoryPlace;
  std::vector<Time> m_lastTimeOf;
  Time m_lastTime{INT64_MIN};
};

}  // namespace

std::shared_ptr<const Trace> assemble(std::span<const Interner* const> interners, std::vector<WordedBatch>&& batches,
                                      const DocumentFacts& facts, const SourceFile& source, const ImportReport& report,
                                      const AssemblyOptions& options, const std::stop_token& stop) {
  return Assembly(interners, std::move(batches), facts, options).run(source, report, stop);
}

}  // namespace kernline::chrome

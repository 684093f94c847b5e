// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/join_batches.h"

#include "core/import/nsys/projected_ranges.h"
#include "core/import/nsys/timeline_rows.h"
#include "core/import/nsys/unique_correlations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kernline::nsys {

namespace {

class Joining {
 public:
  Joining(TraceBuilder& builder, const StringIds& strings, const TargetInfo& info)
      : m_builder(builder), m_strings(strings), m_info(info), m_rows(builder, info) {}

  void run(std::vector<Batch>& batches) {
    for (const Batch& batch : batches) {
      noteRows(batch);
    }
    m_rows.make();
    for (const Batch& batch : batches) {
      noteSpans(batch);
      m_hasRanges = m_hasRanges || (batch.table->role == Role::Nvtx && !batch.spans.empty());
    }
    m_correlations.number();
    m_sharedNames.assign(m_strings.size(), StringId::none);
    for (Batch& batch : batches) {
      join(batch);
    }
    m_projected.addTo(m_builder);
    addMemory(batches);
    addMetrics(batches);
    m_builder.setCorrelationsUnique();
  }

 private:
  void noteRows(const Batch& batch) {
    m_domainNames.insert(batch.domainNames.begin(), batch.domainNames.end());
    for (const auto& [thread, name] : batch.threadNames) {
      m_rows.nameThread(thread, name);
    }
    for (const RowKey& key : batch.rows.keys()) {
      m_rows.note(key);
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> hostsOf(const Batch& batch) const {
    std::vector<std::uint64_t> hosts;
    for (const RowKey& key : batch.rows.keys()) {
      hosts.push_back(m_rows.hostOf(key));
    }
    return hosts;
  }

  void noteSpans(const Batch& batch) {
    const std::vector<std::uint64_t> hosts = hostsOf(batch);
    for (const SpanRecord& span : batch.spans) {
      m_lastTime = std::max(m_lastTime, span.start + span.duration);
      if (span.correlation != 0) {
        m_correlations.note(hosts[index(span.track)], span.correlation);
      }
    }
  }

  StringId nameOf(StringId local, const std::vector<StringId>& words) {
    const auto number = static_cast<std::uint32_t>(local);
    if ((number & sharedNameBit) == 0) {
      return words[number];
    }
    const std::uint32_t place = number & ~sharedNameBit;
    if (m_sharedNames[place] == StringId::none) {
      m_sharedNames[place] = m_builder.intern(m_strings.text(place));
    }
    return m_sharedNames[place];
  }

  std::vector<CategoryId> categoriesOf(const Batch& batch) {
    std::vector<CategoryId> categories;
    const auto add = [&](std::string_view name) {
      categories.push_back(m_builder.addCategory(m_builder.intern(name)));
    };
    if (batch.table->role == Role::Nvtx) {
      for (const DomainKey& key : batch.domains.keys()) {
        const auto name = m_domainNames.find(key);
        add(key.domain == 0               ? std::string(batch.table->category)
            : name == m_domainNames.end() ? fmt::format("nvtx, domain {}", key.domain)
                                          : "nvtx " + name->second);
      }
      return categories;
    }
    add(batch.table->category);
    add("cuda_driver");
    return categories;
  }

  void join(Batch& batch) {
    std::vector<StringId> words;
    for (std::uint32_t i = 0; i < batch.words.size(); ++i) {
      words.push_back(m_builder.intern(batch.words[StringId{i}]));
    }
    std::vector<TrackId> tracks;
    for (const RowKey& key : batch.rows.keys()) {
      tracks.push_back(m_rows.trackOf(key));
    }
    const std::vector<CategoryId> categories =
        batch.spans.empty() && batch.instants.empty() ? std::vector<CategoryId>{} : categoriesOf(batch);
    const std::vector<std::uint64_t> hosts = hostsOf(batch);
    for (const std::size_t i : batch.unfinished) {
      SpanRecord& span = batch.spans[i];
      span.duration = std::max(Duration{}, m_lastTime - span.start);
    }
    for (SpanRecord& span : batch.spans) {
      const std::size_t row = index(span.track);
      span.name = nameOf(span.name, words);
      span.correlation = m_correlations(hosts[row], span.correlation);
      span.category = categories[index(span.category)];
      span.track = tracks[row];
    }
    for (Instant& instant : batch.instants) {
      instant.name = nameOf(instant.name, words);
      instant.category = categories[index(instant.category)];
      instant.track = tracks[index(instant.track)];
      m_builder.addInstant(instant);
    }
    if (m_hasRanges) {
      project(batch);
    }
    m_builder.report().merge(batch.report);
    m_builder.addSpans(std::move(batch.spans));
  }

  void project(const Batch& batch) {
    if (batch.table->kind == SpanKind::Runtime) {
      m_projected.addCalls(batch.spans);
    } else if (isDeviceActivity(batch.table->kind)) {
      m_projected.addActivities(batch.spans);
    } else if (batch.table->role == Role::Nvtx) {
      std::vector<SpanRecord> ranges;
      std::ranges::copy_if(batch.spans, std::back_inserter(ranges), [&](const SpanRecord& range) {
        // Operators in the names of ranges are too many for the rows of a device.
        return range.kind == SpanKind::Annotation && m_builder.track(range.track).kind == TrackKind::Thread;
      });
      m_projected.addRanges(ranges);
    }
  }

  /// Adds counters of allocated memory per device and kind, from the changes that the recording saw.
  void addMemory(const std::vector<Batch>& batches) {
    std::vector<const MemoryUse*> uses;
    for (const Batch& batch : batches) {
      for (const MemoryUse& use : batch.memory) {
        uses.push_back(&use);
      }
    }
    std::ranges::stable_sort(uses, {}, &MemoryUse::time);
    struct Running {
      CounterId counter = CounterId::none;
      std::int64_t bytes = 0;
    };
    std::map<std::pair<std::int32_t, std::int64_t>, Running> running;
    for (const MemoryUse* use : uses) {
      const std::pair key(m_info.deviceNumber(use->owner, use->device), use->memoryKind);
      const auto [at, isNew] = running.try_emplace(key);
      if (isNew) {
        Counter counter;
        counter.process = m_rows.processOfDevice(key.first);
        counter.name = m_builder.intern("CUDA memory");
        counter.series = m_builder.intern(m_info.label("ENUM_CUDA_MEM_KIND", key.second));
        counter.unit = m_builder.intern("bytes");
        at->second.counter = m_builder.addCounter(counter);
      }
      at->second.bytes = std::clamp(at->second.bytes + use->bytes, -maxBytes, maxBytes);
      m_builder.addSample(at->second.counter, use->time, static_cast<double>(at->second.bytes));
    }
  }

  void addMetrics(const std::vector<Batch>& batches) {
    std::map<std::pair<std::int64_t, std::int64_t>, CounterId> counters;
    for (const Batch& batch : batches) {
      for (const MetricSample& sample : batch.metrics) {
        const auto [at, isNew] = counters.try_emplace({sample.type, sample.metric}, CounterId::none);
        if (isNew) {
          at->second = addMetricCounter(sample);
        }
        m_builder.addSample(at->second, sample.time, sample.value);
      }
    }
  }

  CounterId addMetricCounter(const MetricSample& sample) {
    constexpr std::int64_t gpuBits = 0xff;  // bits of a type's number with the GPU; the rest is the set of metrics
    const std::int64_t gpu = sample.type & gpuBits;
    const auto device = m_info.deviceOfGpu.find(gpu);
    const auto metric = m_info.metrics.find({sample.type, sample.metric});
    Counter counter;
    counter.process =
        m_rows.processOfDevice(device == m_info.deviceOfGpu.end() ? static_cast<std::int32_t>(gpu) : device->second);
    if (metric == m_info.metrics.end()) {
      counter.name = m_builder.intern(fmt::format("GPU metric {}", sample.metric));
    } else {
      counter.name = m_builder.intern(metric->second.name);
      counter.unit = m_builder.intern(metric->second.unit);
    }
    return m_builder.addCounter(counter);
  }

  static constexpr std::int64_t maxBytes = std::int64_t{1} << 60;

  TraceBuilder& m_builder;
  const StringIds& m_strings;
  const TargetInfo& m_info;
  TimelineRows m_rows;
  UniqueCorrelations m_correlations;
  ProjectedRanges m_projected;
  bool m_hasRanges = false;
  std::map<DomainKey, std::string> m_domainNames;
  std::vector<StringId> m_sharedNames;
  Time m_lastTime;
};

}  // namespace

void joinBatches(TraceBuilder& builder, std::vector<Batch>&& batches, const StringIds& strings,
                 const TargetInfo& info) {
  Joining(builder, strings, info).run(batches);
}

}  // namespace kernline::nsys

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/packed/packed_moments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace kernline::packed {

namespace {

/// Times beyond this many nanoseconds either way are clamped, so that sums of two never overflow.
constexpr std::int64_t maxMomentNs = std::int64_t{1} << 61;

/// A column of numbers each of which is near the one before.
class Steps {
 public:
  void add(std::int64_t number) { m_steps.push_back(stepTo(std::exchange(m_last, number), number)); }
  [[nodiscard]] const Numbers& column() const { return m_steps; }

 private:
  Numbers m_steps;
  std::int64_t m_last = 0;
};

/// The same, read.
class StepReader {
 public:
  explicit StepReader(Numbers steps) : m_steps(std::move(steps)) {}

  [[nodiscard]] std::size_t size() const { return m_steps.size(); }
  [[nodiscard]] std::int64_t next() { return m_last = stepFrom(m_last, m_steps[m_next++]); }
  [[nodiscard]] Time nextTime() { return {std::clamp(next(), -maxMomentNs, maxMomentNs)}; }

 private:
  Numbers m_steps;
  std::size_t m_next = 0;
  std::int64_t m_last = 0;
};

/// The number of an id, with none as 0.
template <typename Id>
std::uint64_t numberOf(Id id) {
  return id == Id::none ? 0 : std::uint64_t{index(id)} + 1;
}

template <typename Id>
Id idOf(std::uint64_t number, const std::vector<Id>& ids) {
  if (number > ids.size()) {
    throw BrokenBytes{};
  }
  return number == 0 ? Id::none : ids[number - 1];
}

StringId wordOf(std::uint64_t number, const NewIds& ids) {
  if (number >= ids.words.size()) {
    throw BrokenBytes{};
  }
  return ids.words[number];
}

void addInstants(PackedWriter& writer, const Trace& trace) {
  Steps times;
  Numbers names;
  Numbers tracks;
  Numbers categories;
  Numbers scopes;
  for (const Instant& instant : trace.instants()) {
    times.add(instant.time.ns);
    names.push_back(index(instant.name));
    tracks.push_back(numberOf(instant.track));
    categories.push_back(numberOf(instant.category));
    scopes.push_back(static_cast<std::uint64_t>(instant.scope));
  }
  writer.addColumn(times.column());
  for (const Numbers* column : {&names, &tracks, &categories, &scopes}) {
    writer.addColumn(*column);
  }
}

std::size_t readInstants(PackedReader& reader, const NewIds& ids, std::uint64_t firstOffset, TraceBuilder& builder) {
  StepReader times(reader.column());
  const Numbers names = reader.column(times.size());
  const Numbers tracks = reader.column(times.size());
  const Numbers categories = reader.column(times.size());
  const Numbers scopes = reader.column(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    builder.addInstant({.time = times.nextTime(),
                        .offset = firstOffset + i,
                        .name = wordOf(names[i], ids),
                        .track = idOf(tracks[i], ids.tracks),
                        .category = idOf(categories[i], ids.categories),
                        .scope = static_cast<InstantScope>(std::min<std::uint64_t>(scopes[i], 2))});
  }
  return times.size();
}

void addMemory(PackedWriter& writer, const Trace& trace) {
  std::array<Steps, 7> columns;
  auto& [times, bytes, allocated, reserved, addresses, devices, types] = columns;
  Numbers tracks;
  for (const MemoryEvent& event : trace.memoryEvents()) {
    times.add(event.time.ns);
    bytes.add(event.bytes);
    allocated.add(event.totalAllocated);
    reserved.add(event.totalReserved);
    addresses.add(static_cast<std::int64_t>(event.address));
    devices.add(event.device);
    types.add(event.deviceType);
    tracks.push_back(numberOf(event.track));
  }
  for (const Steps& column : columns) {
    writer.addColumn(column.column());
  }
  writer.addColumn(tracks);
}

void readMemory(PackedReader& reader, const NewIds& ids, std::uint64_t firstOffset, TraceBuilder& builder) {
  StepReader times(reader.column());
  const auto more = [&] { return StepReader(reader.column(times.size())); };
  StepReader bytes = more();
  StepReader allocated = more();
  StepReader reserved = more();
  StepReader addresses = more();
  StepReader devices = more();
  StepReader types = more();
  const Numbers tracks = reader.column(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    builder.addMemory({.time = times.nextTime(),
                       .bytes = bytes.next(),
                       .totalAllocated = allocated.next(),
                       .totalReserved = reserved.next(),
                       .address = static_cast<std::uint64_t>(addresses.next()),
                       .offset = firstOffset + i,
                       .track = idOf(tracks[i], ids.tracks),
                       .deviceType = static_cast<std::int16_t>(types.next()),
                       .device = static_cast<std::int16_t>(devices.next())});
  }
}

/// Whether all values are whole numbers that a double holds as such.
bool areWhole(std::span<const double> values) {
  constexpr double maxExact = 1LL << 53;
  return std::ranges::all_of(values, [](double value) {
    return std::abs(value) < maxExact && std::trunc(value) == value && !(value == 0 && std::signbit(value));
  });
}

void addCounters(PackedWriter& writer, const Trace& trace) {
  writer.add(trace.counters().size());
  for (const Counter& counter : trace.counters()) {
    writer.add(numberOf(counter.process));
    writer.add(index(counter.name));
    writer.add(index(counter.series));
    writer.add(index(counter.unit));
    Steps times;
    for (const Time time : trace.sampleTimes(counter)) {
      times.add(time.ns);
    }
    writer.addColumn(times.column());
    const std::span<const double> samples = trace.sampleValues(counter);
    const bool isWhole = areWhole(samples);
    Steps whole;
    Numbers bits;
    for (const double value : samples) {
      if (isWhole) {
        whole.add(static_cast<std::int64_t>(value));
      } else {
        bits.push_back(std::bit_cast<std::uint64_t>(value));
      }
    }
    writer.add(isWhole ? 1 : 0);
    writer.addColumn(isWhole ? whole.column() : bits);
  }
}

void readCounters(PackedReader& reader, const NewIds& ids, TraceBuilder& builder) {
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    Counter counter;
    counter.process = idOf(reader.number(), ids.processes);
    counter.name = wordOf(reader.number(), ids);
    counter.series = wordOf(reader.number(), ids);
    counter.unit = wordOf(reader.number(), ids);
    const CounterId id = builder.addCounter(counter);
    StepReader times(reader.column());
    const bool isWhole = reader.numberUpTo(1) == 1;
    const Numbers values = reader.column(times.size());
    std::int64_t last = 0;
    for (const std::uint64_t value : values) {
      last = isWhole ? stepFrom(last, value) : last;
      builder.addSample(id, times.nextTime(), isWhole ? static_cast<double>(last) : std::bit_cast<double>(value));
    }
  }
}

}  // namespace

void addMoments(PackedWriter& writer, const Trace& trace) {
  addInstants(writer, trace);
  addMemory(writer, trace);
  addCounters(writer, trace);
}

void readMoments(PackedReader& reader, const NewIds& ids, std::uint64_t firstOffset, TraceBuilder& builder) {
  const std::size_t instants = readInstants(reader, ids, firstOffset, builder);
  readMemory(reader, ids, firstOffset + instants, builder);
  readCounters(reader, ids, builder);
}

}  // namespace kernline::packed

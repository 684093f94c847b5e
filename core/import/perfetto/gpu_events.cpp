// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/kinds_by_name.h"
#include "core/import/perfetto/piece_decoder.h"
#include "core/import/perfetto/stage_fields.h"
#include "core/import/perfetto/wire.h"

#include <algorithm>
#include <string>

namespace kernline::perfetto {

namespace {

/// Specifications that are not interned are counted in the order in which they are written, for the whole sequence.
constexpr std::uint64_t plainGeneration(std::uint32_t sequence) {
  return generationOf(sequence) | std::uint64_t{1} << 61U;
}
constexpr std::uint64_t laneNumber(std::uint64_t place) {
  return place * 2;
}
constexpr std::uint64_t stageNumber(std::uint64_t place) {
  return place * 2 + 1;
}

std::string_view nameOfDescription(Message message) {
  std::string_view name;
  while (message.next()) {
    if (message.tag() == bytes(1)) {
      name = message.bytes();
    }
  }
  return name;
}

}  // namespace

void PieceDecoder::readStageSpecifications(std::string_view specifications, std::uint32_t sequenceId) {
  Generation& to = generation(plainGeneration(sequenceId));
  std::uint64_t lanes = 0;
  std::uint64_t stages = 0;
  for (Message message{specifications}; message.next();) {
    if (message.tag() == bytes(2) || message.tag() == bytes(3)) {
      const bool isStage = message.field() == 3;
      const std::string_view name = nameOfDescription(Message{message.bytes()});
      const StageKind kind = kindOfStage(name, 0);
      to.stages.add(isStage ? stageNumber(stages++) : laneNumber(lanes++),
                    {word(name), category(kind.category), kind.kind});
    }
  }
}

void PieceDecoder::decodeStage(std::string_view payload, ActiveSequence& here, std::uint32_t sequenceId, Time time) {
  StageFields fields;
  fields.read(payload);
  if (!fields.specifications.empty()) {
    readStageSpecifications(fields.specifications, sequenceId);
    if (!fields.hasDuration && !fields.hasId) {
      return;  // only those
    }
  }
  Generation& plain = generation(plainGeneration(sequenceId));
  const Stage* const stage = fields.stageIid != 0 ? here.generation->stages.find(fields.stageIid)
                                                  : plain.stages.find(stageNumber(fields.stage));
  const Stage* const lane =
      fields.laneIid != 0 ? here.generation->stages.find(fields.laneIid) : plain.stages.find(laneNumber(fields.lane));
  const std::string laneName(lane != nullptr ? words.strings[lane->text] : std::string_view{});
  SpanRecord span;
  span.start = time;
  span.duration = {static_cast<std::int64_t>(std::min<std::uint64_t>(fields.duration, maxTimeNs))};
  if (fields.duration > static_cast<std::uint64_t>(maxTimeNs)) {
    m_piece->events.report.add(IssueKind::ClampedTime, m_offset);
  }
  span.offset = m_offset;
  span.kind = stage != nullptr ? stage->kind : SpanKind::Kernel;
  span.category = stage != nullptr ? stage->category : CategoryId::none;
  span.name = stageName(fields, *here.generation, stage);
  span.correlation = chrome::Interner::foldId(fields.correlation());
  const chrome::ThreadIndex thread =
      row(RowKey::Kind::Lane, fields.gpu, 0, laneName.empty() ? std::string_view{"queue"} : laneName);
  rows[index(thread)].kinds |= std::uint32_t{1} << static_cast<unsigned>(span.kind);
  span.track = static_cast<TrackId>(thread);
  if (fields.hasId) {
    m_piece->stages.push_back({fields.id, static_cast<std::uint32_t>(m_piece->events.spans.size())});
  }
  m_piece->events.spans.push_back(span);
}

/// Returns its own name, else the kernel's, else its stage: PyTorch gives copies no name.
StringId PieceDecoder::stageName(const StageFields& fields, const Generation& generation, const Stage* stage) {
  if (!fields.name.empty()) {
    return word(fields.name);
  }
  if (const Name* const name = fields.nameIid == 0 ? nullptr : generation.names.find(fields.nameIid)) {
    return name->text;
  }
  if (const StringId* const kernel = fields.kernelIid == 0 ? nullptr : generation.kernels.find(fields.kernelIid)) {
    return *kernel;
  }
  if (stage == nullptr || fields.nameIid != 0 || fields.kernelIid != 0) {
    m_piece->events.report.add(IssueKind::UnreadMetadata, m_offset, "names of GPU stages");
  }
  return stage != nullptr ? stage->text : StringId::empty;
}

/// Reads counters, and a descriptor in the event itself, which applies to the events behind it too.
void PieceDecoder::readPlainCounters(std::string_view payload) {
  GpuCounters own;
  std::uint64_t gpu = 0;
  for (Message message{payload}; message.next();) {
    switch (message.tag()) {
      case bytes(1):
        readCounterDescriptor(message.bytes(), own);
        break;
      case varint(3):
        gpu = message.number();
        break;
      default:
        break;
    }
  }
  if (!own.names.empty()) {
    m_plainCounters[gpu].names.insert(own.names.begin(), own.names.end());
  }
}

void PieceDecoder::decodeGpuCounters(std::string_view payload, ActiveSequence& here, Time time) {
  readPlainCounters(payload);
  const GpuCounters* described = nullptr;
  bool hasGpu = false;
  std::uint64_t gpu = 0;
  std::vector<std::string_view> values;
  for (Message message{payload}; message.next();) {
    switch (message.tag()) {
      case bytes(2):
        values.push_back(message.bytes());
        break;
      case varint(3):
        gpu = message.number();
        hasGpu = true;
        break;
      case varint(4):
        described = here.generation->counters.find(message.number());
        break;
      default:
        break;
    }
  }
  gpu = !hasGpu && described != nullptr ? described->gpu : gpu;
  if (described == nullptr) {
    described = &m_plainCounters[gpu];
  }
  for (const std::string_view value : values) {
    addGpuSample(value, *described, gpu, time);
  }
}

void PieceDecoder::addGpuSample(std::string_view counter, const GpuCounters& described, std::uint64_t gpu, Time time) {
  std::uint32_t id = 0;
  double number = 0;
  for (Message message{counter}; message.next();) {
    switch (message.tag()) {
      case varint(1):
        id = message.number32();
        break;
      case varint(2):
        number = static_cast<double>(message.integer());
        break;
      case fixed64(3):
        number = message.real();
        break;
      default:
        break;
    }
  }
  chrome::SampleRecord sample;
  sample.time = time;
  sample.value = number;
  sample.thread = row(RowKey::Kind::Gpu, gpu);
  sample.offset = m_offset;
  const auto known = described.names.find(id);
  sample.name = known != described.names.end() ? known->second.first : word("counter " + std::to_string(id));
  sample.unit = known != described.names.end() ? known->second.second : StringId::empty;
  m_piece->events.counterSamples.push_back(sample);
}

/// GpuMemTotalEvent: what a process, or all of them where none is named, holds on a GPU.
void PieceDecoder::decodeGpuMemory(std::string_view payload, Time time) {
  std::uint64_t gpu = 0;
  std::uint32_t pid = 0;
  std::uint64_t size = 0;
  for (Message message{payload}; message.next();) {
    switch (message.tag()) {
      case varint(1):
        gpu = message.number();
        break;
      case varint(2):
        pid = message.number32();
        break;
      case varint(3):
        size = message.number();
        break;
      default:
        break;
    }
  }
  chrome::SampleRecord sample;
  sample.time = time;
  sample.value = static_cast<double>(size);
  sample.thread = row(RowKey::Kind::Gpu, gpu);
  sample.offset = m_offset;
  sample.name = word("GPU memory");
  sample.series = pid == 0 ? StringId::empty : word("process " + std::to_string(pid));
  sample.unit = word("bytes");
  m_piece->events.counterSamples.push_back(sample);
}

}  // namespace kernline::perfetto

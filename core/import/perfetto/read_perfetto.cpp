// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/read_perfetto.h"

#include "core/import/events/assemble.h"
#include "core/import/perfetto/link_events.h"
#include "core/import/perfetto/name_rows.h"
#include "core/import/perfetto/packet_events.h"
#include "core/import/perfetto/packet_source.h"
#include "core/import/perfetto/pair_slices.h"
#include "core/import/perfetto/piece_decoder.h"
#include "core/import/source/string_text.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/left_out.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kernline::perfetto {

namespace {

class PerfettoReader {
 public:
  PerfettoReader(const Input& input, const ReadOptions& options, std::stop_token stop, Progress& progress)
      : m_input(input),
        m_options(options),
        m_stop(std::move(stop)),
        m_progress(progress),
        m_packets(input, options.pieceBytes),
        m_decoders(options.load.threads == 0 ? defaultThreads() : options.load.threads) {}

  Expected<std::shared_ptr<const Trace>> run() {
    m_progress.stage = Progress::Stage::Reading;
    m_progress.bytesTotal = m_input.storedBytes;
    decodeAll();
    if (m_stop.stop_requested()) {
      return loadingCanceled(m_input.path);
    }
    m_progress.stage = Progress::Stage::Arranging;
    m_report.merge(m_packets.report());
    if (m_input.stream != nullptr && m_input.stream->damage()) {
      m_report.add(IssueKind::TruncatedInput, m_input.text->size(), *m_input.stream->damage());
    }
    auto trace = arranged();
    if (trace == nullptr) {
      return loadingCanceled(m_input.path);
    }
    m_progress.stage = Progress::Stage::Done;
    return trace;
  }

 private:
  void decodeAll() {
    std::vector<std::vector<DecodedPiece>> byWorker(m_decoders.size());
    struct Left {
      std::size_t number = SIZE_MAX;
      std::uint64_t begin = 0;
    };
    std::vector<Left> left(m_decoders.size());  // the piece that a worker had no memory for
    parallelFor(static_cast<unsigned>(m_decoders.size()), m_decoders.size(), [&](std::size_t worker) {
      PieceDecoder& decoder = m_decoders[worker];
      PacketPiece piece;
      while (!m_stop.stop_requested() && m_packets.next(piece, decoder.notesSeen)) {
        if (m_options.load.memoryExhausted.stop_requested()) {
          left[worker] = {piece.number, piece.begin};
          break;
        }
        DecodedPiece decoded = decoder.decode(piece);
        decoded.worker = worker;
        byWorker[worker].push_back(std::move(decoded));
        m_packets.release(piece);
        m_progress.bytesDone = m_packets.storedBytesDone();
      }
    });
    for (std::vector<DecodedPiece>& pieces : byWorker) {
      std::ranges::move(pieces, std::back_inserter(m_pieces));
    }
    std::ranges::sort(m_pieces, {}, &DecodedPiece::number);
    if (const Left cut = std::ranges::min(left, {}, &Left::number); cut.number != SIZE_MAX) {
      std::erase_if(m_pieces, [&](const DecodedPiece& piece) { return piece.number > cut.number; });
      m_report.add(IssueKind::MemoryLimit, cut.begin);
    }
  }

  std::shared_ptr<const Trace> arranged() {
    const TraceRows rows(m_decoders, m_packets.tracks());
    setBaseTime();
    noteOmissions();
    const unsigned threads = static_cast<unsigned>(m_decoders.size());
    const auto endOffsets = pairSlices(m_pieces, rows.places(), rows.count(), threads, m_report);
    rows.classifySpans(m_pieces, m_decoders);
    rows.nameCounters(m_pieces, m_decoders);
    rows.scopeInstants(m_pieces);
    linkStages(m_pieces);
    beginFlows(m_pieces);
    std::vector<chrome::WordedBatch> batches(1);
    batches.front().batch.metadata = rows.nameThreads(m_decoders);
    for (DecodedPiece& piece : m_pieces) {
      batches.push_back({std::move(piece.events), piece.worker});
    }
    m_pieces.clear();
    std::vector<const chrome::Interner*> interners;
    for (const PieceDecoder& decoder : m_decoders) {
      interners.push_back(&decoder.words);
    }
    const chrome::AssemblyOptions options{
        .threads = threads,
        .isPreview = false,
        .events = packetsAsEvents(m_input.text, {m_packets.notes(), m_packets.packed(), m_packets.clears()}),
        .endOffsets = endOffsets};
    return chrome::assemble(interners, std::move(batches), m_facts, source(), m_report, options, m_stop);
  }

  /// Sets the base time as in JSON: if the trace's clock counts from 1970 on, time 0 is when the clocks were first
  /// read.
  void setBaseTime() {
    const auto wall = m_packets.clocks().wallClock();
    const auto isTime = [](std::int64_t ns) { return ns <= maxTimeNs && ns >= -maxTimeNs; };
    if (!wall || !isTime(wall->first) || !isTime(wall->second)) {
      return;
    }
    const bool countsFrom1970 = wall->first == wall->second;
    if (countsFrom1970) {
      shiftTimes(m_pieces, wall->first);
    }
    m_facts.baseTimeNs = countsFrom1970 ? wall->first : wall->second - wall->first;
  }

  /// torch/profiler/_cupti/monitor_trace.py writes less than was recorded.
  void noteOmissions() {
    if (std::ranges::none_of(m_decoders, &PieceDecoder::hasTorchStages)) {
      return;
    }
    std::string list = "\"names of copies and memsets, External ids of calls and kernels, properties of devices";
    const auto lacks = [this](const auto& member) {
      return std::ranges::all_of(m_pieces, [&](const DecodedPiece& piece) { return (piece.events.*member).empty(); });
    };
    list += lacks(&chrome::EventBatch::instants) ? ", instants and memory events" : "";
    list += lacks(&chrome::EventBatch::flows) ? ", forward/backward arrows" : "";
    m_facts.entries.push_back({std::string(leftOutKey), list + '"'});
  }

  [[nodiscard]] SourceFile source() const {
    SourceFile source;
    source.path = m_input.path;
    source.format = packedFormat(Phrase::tr("Perfetto trace"), m_input.container);
    source.storedBytes = m_input.storedBytes;
    source.textBytes = m_input.text->size();
    source.origin = m_input.text;
    return source;
  }

  const Input& m_input;
  const ReadOptions& m_options;
  std::stop_token m_stop;
  Progress& m_progress;
  PacketSource m_packets;
  std::vector<PieceDecoder> m_decoders;
  std::vector<DecodedPiece> m_pieces;
  chrome::DocumentFacts m_facts;
  ImportReport m_report;
};

}  // namespace

Expected<std::shared_ptr<const Trace>> readPerfetto(std::shared_ptr<const Input> input, const ReadOptions& options,
                                                    std::stop_token stop, Progress& progress) {
  return PerfettoReader(*input, options, std::move(stop), progress).run();
}

Expected<std::shared_ptr<const Trace>> readPerfettoBytes(std::string bytes, const ReadOptions& options) {
  Progress progress;
  return readPerfetto(inputOf(std::move(bytes)), options, {}, progress);
}

}  // namespace kernline::perfetto

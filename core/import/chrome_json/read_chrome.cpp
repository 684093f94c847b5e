// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/read_chrome.h"

#include "core/import/chrome_json/careful_event.h"
#include "core/import/chrome_json/document.h"
#include "core/import/chrome_json/event_array.h"
#include "core/import/events/assemble.h"
#include "core/import/load_options.h"
#include "core/import/source/string_text.h"
#include "core/model/base/parallel.h"
#include "core/model/json/members.h"
#include "core/model/json/text_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kernline::chrome {

namespace {

class ChromeReader {
 public:
  ChromeReader(const Input& input, const ReadOptions& options, std::stop_token stop, Progress& progress)
      : m_input(input), m_options(options), m_stop(std::move(stop)), m_progress(progress) {
    const unsigned threads = options.load.threads == 0 ? defaultThreads() : options.load.threads;
    m_readers.resize(threads);
    for (PieceReader& reader : m_readers) {
      reader.fastReach = options.fastReach;
    }
  }

  Expected<std::shared_ptr<const Trace>> run() {
    m_progress.stage = Progress::Stage::Reading;
    m_progress.bytesTotal = m_input.storedBytes;
    if (auto refused = readDocuments()) {
      return std::unexpected(*refused);
    }
    readListedSamples();
    if (m_input.stream != nullptr && m_input.stream->damage()) {
      noteTruncated(m_input.text->size(), *m_input.stream->damage());
    }
    m_progress.stage = Progress::Stage::Arranging;
    auto trace = m_stop.stop_requested() ? nullptr : assembled(std::move(m_batches), interners(), false);
    if (trace == nullptr) {
      return loadingCanceled(m_input.path);
    }
    m_progress.stage = Progress::Stage::Done;
    return trace;
  }

  /// Reads on in a text that is mapped and grows.
  Expected<GrownTrace> runOn(ReadSoFar& soFar, bool isLast, std::uint64_t maxMemory) {
    const DocumentStop stop = m_walk.begin(m_input.mapped);
    if (stop.kind != DocumentStop::Kind::Events) {
      return GrownTrace{};
    }
    if (soFar.begin != m_input.mappedOffset + stop.at) {
      soFar = {};
      soFar.begin = soFar.end = m_input.mappedOffset + stop.at;
    }
    const bool isFull = !readGrown(m_input, soFar, isLast, maxMemory);
    if (isFull) {
      m_report.add(IssueKind::MemoryLimit, soFar.end);
    }
    const bool isComplete = isLast || isFull || (soFar.arrayEnded && endsAt(soFar.end));
    m_soFar = &soFar;
    m_batches.push_back({soFar.batch, m_readers.size()});
    m_end = soFar.end;
    m_isClosed = soFar.arrayEnded;
    if (isComplete) {
      readTail();
      readListedSamples();
      if (hasOnlyOtherObjects()) {
        return std::unexpected(refusal());
      }
    }
    auto trace = m_stop.stop_requested() ? nullptr : assembled(std::move(m_batches), interners(), false);
    if (trace == nullptr) {
      return loadingCanceled(m_input.path);
    }
    return GrownTrace{std::move(trace), isComplete};
  }

 private:
  std::vector<const Interner*> interners() const {
    std::vector<const Interner*> words;
    for (const PieceReader& reader : m_readers) {
      words.push_back(&reader.words);
    }
    if (m_soFar != nullptr) {
      words.push_back(&m_soFar->reader.words);
    }
    return words;
  }

  /// Whether the document, whose event array ended there, has its end.
  bool endsAt(std::uint64_t arrayEnd) const {
    DocumentFacts facts;
    DocumentWalk walk(facts);
    return walk.begin(m_input.mapped).kind == DocumentStop::Kind::Events &&
           walk.resume(m_input.mapped, arrayEnd - m_input.mappedOffset).kind == DocumentStop::Kind::End;
  }

  /// Documents one behind the other; usually there is one. An Error if the first is no trace.
  std::optional<Error> readDocuments() {
    std::string head;
    DocumentStop stop = beginDocument(head);
    if (stop.kind == DocumentStop::Kind::NotATrace ||
        (stop.kind != DocumentStop::Kind::Events && !m_walk.sawTraceMember())) {
      return refusal();
    }
    if (stop.kind != DocumentStop::Kind::Events) {
      noteEnd(stop);
      return std::nullopt;
    }
    const std::uint64_t begin = m_input.mappedOffset + stop.at;
    const auto source = m_input.stream == nullptr
                            ? piecesOfMapped(m_input, begin, m_options.pieceBytes)
                            : piecesOfStream(m_input, head.substr(stop.at), begin, m_options.pieceBytes);
    head = {};
    readArray(*source, begin);
    readTail();
    return hasOnlyOtherObjects() ? std::optional(refusal()) : std::nullopt;
  }

  /// JSON whose entries are objects of some other kind: not one of them was an event.
  bool hasOnlyOtherObjects() const {
    ImportReport all = m_report;
    std::uint64_t known = 0;
    for (const WordedBatch& worded : m_batches) {
      all.merge(worded.batch.report);
      known += worded.batch.events;
    }
    const std::uint64_t strange = all[IssueKind::EmptyEvent].count + all[IssueKind::UnknownPhase].count;
    return strange != 0 && !m_walk.sawTraceMember() && known == all[IssueKind::UnknownPhase].count;
  }

  /// Walks to the first event array. `head` is what was read of a stream for that.
  DocumentStop beginDocument(std::string& head) {
    if (m_input.stream == nullptr) {
      return m_walk.begin(m_input.mapped);
    }
    DocumentStop stop;
    for (std::size_t wanted = std::size_t{1} << 16;; wanted *= 4) {
      const std::size_t had = head.size();
      head.resize(wanted);
      std::size_t size = had;
      while (size < wanted) {
        const std::size_t got = m_input.stream->read({head.data() + size, wanted - size});
        if (got == 0) {
          break;
        }
        size += got;
      }
      head.resize(size);
      m_facts = {};
      stop = m_walk.begin(head);
      if (stop.kind != DocumentStop::Kind::Truncated || size < wanted || m_stop.stop_requested()) {
        return stop;
      }
    }
  }

  void readArray(PieceSource& source, std::uint64_t begin) {
    ArrayReading reading;
    reading.begin = begin;
    reading.memoryExhausted = m_options.load.memoryExhausted;
    reading.onProgress = [&] { m_progress.bytesDone = source.storedBytesDone(); };
    if (m_options.load.onPreview && m_batches.empty()) {
      reading.onSample = [this](const PieceReader& reader, const std::vector<ReadPiece>& pieces) {
        preview(reader, pieces);
      };
    }
    EventArray array = readEventArray(m_readers, source, *m_input.text, reading, m_stop);
    for (ReadPiece& piece : array.pieces) {
      m_batches.push_back({std::move(piece.result.batch), piece.worker});
    }
    m_end = array.end;
    m_isClosed = array.isClosed;
    if (array.isPart) {
      m_report.add(IssueKind::MemoryLimit, m_end);
    }
  }

  void preview(const PieceReader& reader, const std::vector<ReadPiece>& pieces) {
    std::vector<WordedBatch> copies;
    for (const ReadPiece& piece : pieces) {
      copies.push_back({piece.result.batch, 0});
    }
    const std::vector<const Interner*> words{&reader.words};
    if (auto trace = assembled(std::move(copies), words, true)) {
      m_options.load.onPreview(std::move(trace));
    }
  }

  /// Reads from behind the event array to the end of the text: the document's other members, and further documents.
  void readTail() {
    if (m_report[IssueKind::MemoryLimit].count > 0) {
      return;
    }
    if (!m_isClosed && !m_stop.stop_requested()) {
      // An array need not be closed (Trace Event Format, "JSON Array Format"), but for one that was only begun. An
      // object must.
      const bool hasEvents = std::ranges::any_of(m_batches, [](const auto& worded) { return worded.batch.events > 0; });
      if (m_walk.isInsideObject() || !hasEvents) {
        noteTruncated(m_end);
      }
      return;
    }
    const std::uint64_t heldBegin = m_input.stream == nullptr ? m_input.mappedOffset : m_end;
    const StringText held(m_input.stream == nullptr
                              ? std::string{}
                              : m_input.text->read(m_end, static_cast<std::size_t>(m_input.text->size() - m_end)));
    const std::string_view tail = m_input.stream == nullptr ? m_input.mapped : held.view();
    while (!m_stop.stop_requested()) {
      const std::uint64_t tailBegin = m_end;
      const std::string_view text = tail.substr(m_end - heldBegin);
      DocumentStop stop = m_walk.resume(text, 0);
      if (stop.kind == DocumentStop::Kind::End) {
        if (!beginFurtherDocument(text, tailBegin, stop)) {
          return;
        }
      }
      if (stop.kind != DocumentStop::Kind::Events) {
        stop.at += tailBegin - m_input.mappedOffset;
        noteEnd(stop);
        return;
      }
      readFurtherArray(text.substr(stop.at), tailBegin + stop.at);
      if (!m_isClosed) {
        return;
      }
    }
  }

  /// The document's own list of stack samples: P events in all but name.
  void readListedSamples() {
    if (m_facts.samples.empty() || m_facts.isCpuProfile()) {
      return;
    }
    WordedBatch listed;
    EventScratch scratch;
    for (MemberWalk walk(m_facts.samples); walk.next();) {
      const std::string_view sample = walk.value().text;
      Event event;
      const CarefulRead read =
          readCarefully(sample.data(), sample.data() + sample.size(), 0, event, scratch, listed.batch.report);
      if (read.isEvent) {
        event.phase = 'P';
        listed.batch.add(event, m_readers.front().words);
      }
    }
    m_batches.push_back(std::move(listed));
  }

  bool beginFurtherDocument(std::string_view text, std::uint64_t textBegin, DocumentStop& stop) {
    const char* const p = skipSpace(text.data() + stop.at, text.data() + text.size());
    const auto at = static_cast<std::uint64_t>(p - text.data());
    if (at == text.size()) {
      return false;
    }
    if (*p != '{' && *p != '[') {
      m_report.add(IssueKind::TrailingText, textBegin + at, text.substr(at, 60));
      return false;
    }
    m_report.add(IssueKind::ConcatenatedDocument, textBegin + at);
    stop = m_walk.begin(text.substr(at));
    stop.at += at;
    return true;
  }

  void readFurtherArray(std::string_view text, std::uint64_t begin) {
    PieceResult result = m_readers.front().read({text, begin, begin + text.size(), true, false, {}});
    if (m_hasFurther) {
      m_batches.back().batch.append(std::move(result.batch));
    } else {
      m_batches.push_back({std::move(result.batch), 0});
      m_hasFurther = true;
    }
    m_end = result.end;
    m_isClosed = result.arrayEnded;
  }

  /// A text ends early once, whoever notices: the reader of an event that was cut, the document, or the stream.
  void noteTruncated(std::uint64_t at, std::string_view why = {}) {
    const auto knows = [](const WordedBatch& worded) {
      return worded.batch.report[IssueKind::TruncatedInput].count != 0;
    };
    if (m_report[IssueKind::TruncatedInput].count == 0 && std::ranges::none_of(m_batches, knows)) {
      m_report.add(IssueKind::TruncatedInput, at, why);
    }
  }

  void noteEnd(const DocumentStop& stop) {
    const std::uint64_t at = m_input.mappedOffset + stop.at;
    if (stop.kind == DocumentStop::Kind::Truncated) {
      noteTruncated(at);
    } else if (stop.kind == DocumentStop::Kind::NotATrace) {
      m_report.add(IssueKind::TrailingText, at);
    }
  }

  /// Triton's Proton writes cycles inside of kernels as if each were a nanosecond: of a clock of 1000 MHz, it says, and
  /// how long a block took to be finalized (third_party/proton/common/lib/TraceDataIO/TraceWriter.cpp).
  Message formatName() const {
    constexpr std::size_t headSize = std::size_t{1} << 16;
    const std::string_view text = m_input.stream == nullptr ? m_input.mapped : std::string_view{m_input.head};
    const std::string_view head = text.substr(0, headSize);
    const bool isOfCycles = head.contains("\"Finalization Time (ns)\"") && head.contains("\"Frequency (MHz)\"");
    return isOfCycles ? Phrase::tr("Chrome trace JSON; its lengths are cycles of the GPU, shown as nanoseconds")
                      : Phrase::tr("Chrome trace JSON");
  }

  std::shared_ptr<const Trace> assembled(std::vector<WordedBatch>&& batches, std::span<const Interner* const> words,
                                         bool isPreview) {
    SourceFile source;
    source.path = m_input.path;
    source.format = packedFormat(formatName(), m_input.container);
    source.storedBytes = m_input.storedBytes;
    source.textBytes = isPreview ? 0 : m_input.text->size();
    source.text = m_input.text;
    source.origin = m_input.text;
    const AssemblyOptions options{.threads = isPreview ? 1 : static_cast<unsigned>(m_readers.size()),
                                  .isPreview = isPreview,
                                  .wrapEvents = m_options.wrapEvents};
    return assemble(words, std::move(batches), m_facts, source, m_report, options, m_stop);
  }

  /// The file's opener says what the file is instead.
  Error refusal() const { return {Error::Kind::NotATrace, Phrase::tr("%1 is not a trace").with(m_input.path)}; }

  const Input& m_input;
  const ReadOptions& m_options;
  std::stop_token m_stop;
  Progress& m_progress;
  std::vector<PieceReader> m_readers;
  DocumentFacts m_facts;
  DocumentWalk m_walk{m_facts};
  std::vector<WordedBatch> m_batches;
  const ReadSoFar* m_soFar = nullptr;  // its words come behind those of the readers
  ImportReport m_report;
  std::uint64_t m_end = 0;
  bool m_isClosed = false;
  bool m_hasFurther = false;  // the last batch holds what further documents hold
};

}  // namespace

Expected<std::shared_ptr<const Trace>> readChrome(std::shared_ptr<const Input> input, const ReadOptions& options,
                                                  std::stop_token stop, Progress& progress) {
  return ChromeReader(*input, options, std::move(stop), progress).run();
}

Expected<GrownTrace> readChromeOn(const std::shared_ptr<const Input>& input, ReadSoFar& soFar, bool isLast,
                                  const LoadOptions& load, const std::stop_token& stop) {
  const ReadOptions options{.load = load};
  Progress progress;
  return ChromeReader(*input, options, stop, progress).runOn(soFar, isLast, load.maxMemory);
}

Expected<std::shared_ptr<const Trace>> readChromeText(std::string text, const ReadOptions& options) {
  Progress progress;
  return readChrome(inputOf(std::move(text)), options, {}, progress);
}

}  // namespace kernline::chrome

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/serve.h"

#include "core/analysis/query/args_search.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/changed_source.h"
#include "core/open/open_document.h"
#include "core/open/rank_files.h"
#include "core/open/remote/file_identity.h"
#include "core/open/remote/frames.h"
#include "core/open/remote/pipe_ends.h"
#include "core/open/remote/remote_digests.h"
#include "core/output/packed/pack_trace.h"
#include "core/output/packed/packed_args.h"
#include "core/output/packed/packed_bytes.h"
#include "core/output/packed/packed_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::remote {

namespace {

using packed::PackedReader;
using packed::PackedWriter;

constexpr std::uint64_t maxQuestionBytes = std::uint64_t{16} << 20U;
constexpr std::uint64_t maxDetails = 4096;
constexpr std::uint64_t maxCopiedBytes = std::uint64_t{20} << 20U;

std::string packedMessage(const Message& message) {
  PackedWriter writer;
  packed::addMessage(writer, message);
  return writer.take();
}

Error wrongQuestion() {
  return {Error::Kind::Usage, Phrase::tr("invalid request")};
}

/// Sends the progress every quarter of a second. Stops the work if the receiver is gone.
class Heartbeat {
 public:
  Heartbeat(int output, const Progress& progress)
      : m_thread([this, output, &progress](const std::stop_token& end) { beat(output, progress, end); }) {}

  [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }

 private:
  void beat(int output, const Progress& progress, const std::stop_token& end) {
    constexpr std::chrono::milliseconds pause{250};
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, end, pause, [&] { return end.stop_requested(); }) && !end.stop_requested()) {
      PackedWriter writer;
      writer.add(static_cast<std::uint64_t>(progress.stage.load()));
      writer.add(progress.bytesDone);
      writer.add(progress.bytesTotal);
      if (!writeAll(output, frameBytes(FrameKind::Working, writer.take()))) {
        m_stop.request_stop();
        return;
      }
    }
  }

  std::stop_source m_stop;
  std::jthread m_thread;  // ends before the others go
};

class Server {
 public:
  Server(int output, std::uint64_t maxMemory) : m_output(output), m_maxMemory(maxMemory) {}

  /// Returns false if the receiver is gone.
  bool answer(const Frame& question) {
    Expected<std::string> answer = std::unexpected(wrongQuestion());
    {
      Progress progress;
      const Heartbeat heartbeat(m_output, progress);
      try {
        PackedReader reader(question.payload, maxQuestionBytes);
        answer = answerTo(question.kind, reader, heartbeat.stop(), progress);
      } catch (const packed::BrokenBytes&) {
        answer = std::unexpected(wrongQuestion());
      } catch (const std::bad_alloc&) {
        answer = std::unexpected(Error{Error::Kind::OutOfMemory, Phrase::tr("not enough memory on that machine")});
      }
    }
    if (!answer) {
      return writeAll(m_output, frameBytes(FrameKind::Failure, packedMessage(answer.error().message)));
    }
    PackedWriter writer;
    writer.add(m_trace != nullptr && changedSource(*m_trace) ? 1 : 0);
    return writeAll(m_output, frameBytes(FrameKind::Answer, writer.take() + *answer));
  }

 private:
  Expected<std::string> answerTo(FrameKind kind, PackedReader& question, const std::stop_token& stop,
                                 Progress& progress) {
    if (kind == FrameKind::Open || kind == FrameKind::Again) {
      const std::string path(question.text());
      const std::string identity(question.text());
      return open(path, identity, kind == FrameKind::Again, stop, progress);
    }
    if (m_trace == nullptr) {
      return std::unexpected(wrongQuestion());
    }
    switch (kind) {
      case FrameKind::Details:
        return details(question);
      case FrameKind::Place:
        return place(question.number());
      case FrameKind::Column:
        return column(question, stop);
      case FrameKind::Search:
        return search(question, stop, progress);
      default:
        return std::unexpected(wrongQuestion());
    }
  }

  Expected<std::string> open(const std::string& path, const std::string& identity, bool again,
                             const std::stop_token& stop, Progress& progress) {
    const std::string found = identityOf(path);
    if (!identity.empty() && found != identity) {
      return std::unexpected(
          Error{Error::Kind::Unreadable, Phrase::tr("%1 has changed since it was opened. Open it again").with(path)});
    }
    if (const std::optional<Expected<RankPaths>> digests = digestsAt(path)) {
      if (!*digests) {
        return std::unexpected(digests->error());
      }
      Expected<std::string> packed = packDigests(**digests, stop, progress);
      return packed ? sent(found, Opened::Digests, *packed) : packed;
    }
    const Expected<Document> opened = openDocument(path, {.onPreview = {}, .maxMemory = m_maxMemory}, stop, progress);
    if (!opened) {
      return std::unexpected(opened.error());
    }
    if (const auto* const trace = std::get_if<std::shared_ptr<const Trace>>(&*opened)) {
      m_trace = *trace;
      progress.stage = Progress::Stage::Arranging;
      return sent(found, Opened::Trace, again ? std::string() : packTrace(*m_trace));
    }
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);  // none of a member of an archive
    if (error || size > maxCopiedBytes) {
      return std::unexpected(
          Error{Error::Kind::NotATrace, Phrase::tr("%1 is not a trace, and too large to copy. Use kernline tables or "
                                                   "kernline memory for it")
                                            .with(path)});
    }
    std::ifstream file(path, std::ios::binary);
    return sent(found, Opened::Copy, {std::istreambuf_iterator<char>(file), {}});
  }

  static std::string sent(std::string_view identity, Opened what, const std::string& content) {
    PackedWriter writer;
    writer.addText(identity);
    writer.add(static_cast<std::uint64_t>(what));
    return writer.take() + content;
  }

  Expected<std::string> details(PackedReader& question) {
    const PackedEvents events(*m_trace);
    const std::uint64_t first = question.numberUpTo(events.count());
    const std::uint64_t end = std::min(events.count(), first + question.numberUpTo(maxDetails));
    std::vector<std::string> nodes((end - first) * 2);
    constexpr std::size_t chunk = 64;
    parallelFor(defaultThreads(), (end - first + chunk - 1) / chunk, [&](std::size_t c) {
      for (std::uint64_t i = c * chunk; i < std::min<std::uint64_t>(end - first, (c + 1) * chunk); ++i) {
        const std::uint64_t event = first + i;
        const EventDetails read = events.isSpan(event) ? m_trace->details(SpanId{static_cast<std::uint32_t>(event)})
                                                       : m_trace->detailsAt(events.offsetOf(*m_trace, event));
        nodes[2 * i] = packedNode(read.fields);
        nodes[2 * i + 1] = packedNode(read.args);
      }
    });
    PackedWriter writer;
    writer.addTexts(std::vector<std::string_view>(nodes.begin(), nodes.end()));
    return writer.take();
  }

  Expected<std::string> place(std::uint64_t event) {
    const PackedEvents events(*m_trace);
    if (event >= events.count()) {
      return std::unexpected(wrongQuestion());
    }
    const std::uint64_t offset = events.isSpan(event) ? m_trace->offset(SpanId{static_cast<std::uint32_t>(event)})
                                                      : events.offsetOf(*m_trace, event);
    return packedMessage(m_trace->placeText(offset));
  }

  Expected<std::string> column(PackedReader& question, const std::stop_token& stop) {
    const auto kind = static_cast<SpanKind>(question.numberUpTo(static_cast<std::uint64_t>(SpanKind::Overhead)));
    const std::vector<std::string> keys = question.texts();
    std::string packed = packArgs(*m_trace, kind, keys, defaultThreads(), stop);
    return stop.stop_requested() ? std::unexpected(wrongQuestion()) : Expected<std::string>(std::move(packed));
  }

  /// Spans ascend.
  Expected<std::string> search(PackedReader& question, const std::stop_token& stop, Progress& progress) {
    SearchQuery query;
    query.text = question.text();
    query.isRegex = question.numberUpTo(1) == 1;
    query.matchCase = question.numberUpTo(1) == 1;
    std::vector<SpanId> hits;
    const Expected<void> searched = searchArgs(
        *m_trace, query, [&](const std::vector<SpanId>& some) { hits.insert(hits.end(), some.begin(), some.end()); },
        progress, stop);
    if (!searched) {
      return std::unexpected(searched.error());
    }
    std::ranges::sort(hits);
    packed::Numbers steps;
    std::uint64_t before = 0;
    for (const SpanId hit : hits) {
      steps.push_back(index(hit) - std::exchange(before, index(hit)));
    }
    PackedWriter writer;
    writer.addColumn(steps);
    return writer.take();
  }

  int m_output;
  std::uint64_t m_maxMemory;
  std::shared_ptr<const Trace> m_trace;
};

}  // namespace

void serve(int input, int output, std::string_view version, std::uint64_t maxMemory) {
  Server server(output, maxMemory);
  FrameCutter cutter;
  if (!writeAll(output, fmt::format("{}{}\n", greeting, version))) {
    return;
  }
  while (const std::optional<std::string> bytes = readSome(input)) {
    cutter.add(*bytes);
    while (const std::optional<Frame> question = cutter.next()) {
      if (!server.answer(*question)) {
        return;
      }
    }
    if (cutter.isBroken()) {
      return;
    }
  }
}

}  // namespace kernline::remote

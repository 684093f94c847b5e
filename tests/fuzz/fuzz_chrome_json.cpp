// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a Chrome trace: no crash, no hang, the trace keeps its promises, and where the text is cut into
// pieces, by how many threads, changes nothing.
#include "core/import/chrome_json/read_chrome.h"
#include "core/import/source/input.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_promise.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace {

using kernline::Expected;
using kernline::Trace;

Expected<std::shared_ptr<const Trace>> read(const std::string& text, std::size_t pieceBytes, unsigned threads,
                                            std::ptrdiff_t fastReach) {
  kernline::chrome::ReadOptions options;
  options.fastReach = fastReach;
  options.pieceBytes = pieceBytes;
  options.load.threads = threads;
  return kernline::chrome::readChromeText(text, options);
}

// The text as it comes out of a decompressor: bit by bit, and readable again only as a whole.
class FuzzedText : public kernline::SourceText {
 public:
  explicit FuzzedText(const std::string& text) : m_text(text) {}
  [[nodiscard]] std::uint64_t size() const override { return m_text.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override {
    return offset < m_text.size() ? m_text.substr(offset, length) : std::string{};
  }

 private:
  std::string m_text;
};

class FuzzedStream : public kernline::TextStream {
 public:
  explicit FuzzedStream(const std::string& text) : m_text(text) {}
  [[nodiscard]] std::size_t read(std::span<char> into) override {
    const std::size_t count = std::min(into.size(), m_text.size() - m_at);
    std::copy_n(m_text.data() + m_at, count, into.data());
    m_at += count;
    return count;
  }
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_at; }
  [[nodiscard]] std::optional<std::string> damage() const override { return std::nullopt; }

 private:
  const std::string& m_text;
  std::size_t m_at = 0;
};

Expected<std::shared_ptr<const Trace>> readStreamed(const std::string& text, std::size_t pieceBytes,
                                                    std::ptrdiff_t fastReach) {
  const auto input = std::make_shared<kernline::Input>();
  input->path = "(memory)";
  input->storedBytes = text.size();
  input->text = std::make_shared<FuzzedText>(text);
  input->stream = std::make_unique<FuzzedStream>(text);
  kernline::chrome::ReadOptions options;
  options.pieceBytes = pieceBytes;
  options.fastReach = fastReach;
  options.load.threads = 1;
  kernline::Progress progress;
  return kernline::chrome::readChrome(input, options, {}, progress);
}

void require(bool holds, const std::string& what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
  }
}

void requireSame(const Expected<std::shared_ptr<const Trace>>& whole, const Expected<std::shared_ptr<const Trace>>& cut,
                 const std::string& how) {
  require(cut.has_value() == whole.has_value(), how + " decides whether it is a trace");
  if (whole) {
    const std::string difference = kernline::test::firstDifference(**whole, **cut);
    require(difference.empty(), how + " changes the trace:\n" + difference);
  }
}

void checkDetails(const Trace& trace) {
  constexpr std::uint32_t maxSpans = 16;
  for (std::uint32_t i = 0; i < trace.spanCount() && i < maxSpans; ++i) {
    static_cast<void>(trace.details(kernline::SpanId{i}));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Half of the inputs are read as if events of some hundred bytes were the long ones of real files.
  const bool isShort = size != 0 && data[size / 3] % 2 == 0;
  const std::ptrdiff_t reach = isShort ? 16 + data[size / 3] : kernline::chrome::PieceReader::typicalEventReach;
  const auto whole = read(text, std::size_t{1} << 20, 1, reach);
  require(whole || !whole.error().message.english().empty(), "refused without a word");
  if (whole) {
    const std::string broken = kernline::test::brokenPromise(**whole);
    require(broken.empty(), broken);
    checkDetails(**whole);
  }
  const std::size_t pieceBytes = 1 + (size == 0 ? 0 : data[size / 2] % 61);
  requireSame(whole, read(text, pieceBytes, 1, reach), "cuts of " + std::to_string(pieceBytes) + " bytes");
  requireSame(whole, read(text, pieceBytes, 2, reach),
              "two threads on cuts of " + std::to_string(pieceBytes) + " bytes");
  requireSame(whole, readStreamed(text, pieceBytes, reach),
              "a stream in cuts of " + std::to_string(pieceBytes) + " bytes");
  return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/follow/growing_trace.h"

#include "core/import/chrome_json/read_chrome.h"
#include "core/import/source/input.h"
#include "core/model/base/file_state.h"
#include "core/model/base/memory_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr auto headerKey = "kernlineRecording";
constexpr auto footerKey = "kernlineFooter";
constexpr std::size_t maxHeaderOffset = std::size_t{64} << 10;

}  // namespace

struct GrowingTrace::State {
  std::string path;
  std::string shownPath;
  std::uint64_t maxMemory = 0;  // memory limit of reading, in bytes
  std::uint64_t bytes = 0;      // size at the last look
  std::uint64_t number = 0;     // inode of the file
  std::string head;             // text before the events; a different one means another recording
  chrome::ReadSoFar soFar;

  void startAnew() {
    head.clear();
    soFar = {};
  }

  bool isSameText(const Input& input) const {
    return input.mapped.starts_with(head) && soFar.end <= input.mappedOffset + input.mapped.size();
  }

  Expected<Look> read(const std::shared_ptr<const Input>& input, bool isLast, unsigned threads,
                      const std::stop_token& stop) {
    if (!isSameText(*input)) {
      startAnew();
    }
    auto grown =
        chrome::readChromeOn(input, soFar, isLast, {.threads = threads, .onPreview = {}, .maxMemory = maxMemory}, stop);
    if (!grown) {
      return std::unexpected(std::move(grown.error()));
    }
    if (soFar.begin != 0) {
      head = input->mapped.substr(0, std::min<std::size_t>(soFar.begin - input->mappedOffset, maxHeaderOffset));
    }
    return Look{std::move(grown->trace), grown->isComplete, bytes, soFar.batch.events};
  }
};

GrowingTrace::GrowingTrace(std::string path, std::string shownPath, std::uint64_t maxMemory)
    : m_state(std::make_unique<State>()) {
  const std::uint64_t held = std::min(ownMemory(), maxMemory);
  m_state->maxMemory = held + (maxMemory - held) / 2;
  m_state->path = std::move(path);
  m_state->shownPath = std::move(shownPath);
}

GrowingTrace::~GrowingTrace() = default;
GrowingTrace::GrowingTrace(GrowingTrace&&) noexcept = default;
GrowingTrace& GrowingTrace::operator=(GrowingTrace&&) noexcept = default;

Expected<GrowingTrace::Look> GrowingTrace::look(More more, unsigned threads, const std::stop_token& stop) {
  State& state = *m_state;
  const bool isLast = more == More::None;
  const std::optional<FileState> now = fileState(state.path);
  if (!now) {
    return std::unexpected(Error{Error::Kind::Unreadable,
                                 Phrase::tr("cannot open %1: %2").with(state.shownPath, Message::systemError(errno))});
  }
  const std::uint64_t bytes = now->bytes;
  if (!isLast && (bytes == 0 || (bytes == state.bytes && now->number == state.number))) {
    return Look{nullptr, false, bytes, state.soFar.batch.events};
  }
  if (now->number != state.number) {
    state.startAnew();
  }
  state.bytes = bytes;
  state.number = now->number;
  auto opened = openInput(state.path);
  if (!opened) {
    return std::unexpected(std::move(opened.error()));
  }
  opened->path = state.shownPath;
  const auto input = std::make_shared<const Input>(std::move(*opened));
  if (input->stream == nullptr) {
    Expected<Look> look = state.read(input, isLast, threads, stop);
    if (!look || look->trace || !isLast) {
      return look;
    }
  }
  Progress progress;
  auto whole = chrome::readChrome(input, {.load = {.threads = threads, .onPreview = {}}}, stop, progress);
  if (!whole) {
    return std::unexpected(std::move(whole.error()));
  }
  return Look{std::move(*whole), true, bytes, state.soFar.batch.events};
}

bool isOpenRecording(const Trace& trace) {
  const auto has = [&](std::string_view key) {
    return std::ranges::any_of(trace.metadata(), [&](const MetadataEntry& entry) { return entry.key == key; });
  };
  return has(headerKey) && !has(footerKey);
}

bool isRecordingByItsHead(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && head[first] == '{' &&
         head.substr(0, maxHeaderOffset).find(fmt::format("\"{}\"", headerKey)) != std::string_view::npos;
}

}  // namespace kernline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/device_name.h"

#include "core/model/base/text.h"
#include "core/model/trace/titles.h"

#include <algorithm>
#include <charconv>

namespace kernline::chrome {

namespace {

std::optional<int> numberAt(std::string_view text, std::size_t at) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data() + std::min(at, text.size()), text.data() + text.size(), number);
  return error == std::errc{} && number >= 0 ? std::optional(number) : std::nullopt;
}

std::optional<int> numberBehind(std::string_view text, std::string_view word) {
  const auto at = text.find(word);
  return at == std::string_view::npos ? std::nullopt : numberAt(text, at + word.size());
}

}  // namespace

std::optional<int> deviceOfLabels(std::string_view labels) {
  for (const std::string_view kind : acceleratorWords) {
    if (labels.starts_with(kind) && labels.size() > kind.size() && labels[kind.size()] == ' ') {
      return numberAt(labels, kind.size() + 1);
    }
  }
  return std::nullopt;
}

std::optional<int> deviceOfProcessName(std::string_view name) {
  if (name.starts_with("/device:")) {
    const auto colon = name.find(':', 8);
    return name.substr(8, 3) == "CPU" || colon == std::string_view::npos ? std::nullopt : numberAt(name, colon + 1);
  }
  if (name.starts_with("/gpu:") && (name.contains("/stream:") || name.contains("/memcpy "))) {
    return name.ends_with("Tensors") ? std::nullopt : numberAt(name, 5);
  }
  if (isAscendHardware(name)) {
    return 0;  // labels do not say which of them
  }
  const bool isWordAndNumber =
      name.starts_with("GPU") && name.size() > 3 && name.find_first_not_of("0123456789", 3) == std::string_view::npos;
  return isWordAndNumber ? numberAt(name, 3) : std::nullopt;
}

bool isStreamName(std::string_view trackName) {
  constexpr std::string_view behindCapital = "tream ";
  const bool begins = trackName.starts_with('s') || trackName.starts_with('S');
  const std::string_view number = trackName.substr(std::min(trackName.size(), 1 + behindCapital.size()));
  return begins && trackName.substr(1).starts_with(behindCapital) && !number.empty() &&
         number.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isDerivedTrack(std::string_view trackName) {
  return trackName.starts_with("XLA ") || trackName.starts_with("TensorFlow ") || trackName.starts_with("Framework") ||
         trackName.starts_with("Source code") || trackName.starts_with("Launch Stats") || trackName == "Steps" ||
         trackName == "Async XLA Ops";
}

bool isAscendHardware(std::string_view processName) {
  return processName == "Ascend Hardware";
}

bool repeatsStreams(std::string_view processName) {
  const bool areBlocks = processName.starts_with("GPU ") && processName.ends_with(" blocks");  // Kernline's recorder
  return areBlocks || (processName.starts_with("/gpu:") &&
                       (processName.contains("/stream:all ") || processName.contains("/memcpy ")));
}

bool isCopyProcess(std::string_view processName) {
  return processName == "COPY";
}

std::optional<int> rankOfProcessName(std::string_view name) {
  for (const std::string_view word : {"RANK ", "Rank ", "rank ", "RANK_", "Rank_", "rank_", "rank"}) {
    if (name.starts_with(word)) {
      return numberAt(name, word.size());
    }
  }
  return std::nullopt;
}

std::optional<int> rankOfFileName(std::string_view path) {
  const std::string_view name = fileNameOf(path);
  for (const std::string_view word : {"rank_", "rank-", "rank", "worker", "-TP-"}) {
    if (const auto number = numberBehind(name, word)) {
      return number;
    }
  }
  return std::nullopt;
}

}  // namespace kernline::chrome

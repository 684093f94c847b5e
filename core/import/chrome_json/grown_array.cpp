// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/grown_array.h"

#include "core/model/base/memory_watch.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::chrome {

namespace {

/// Reads `text`, which begins at `soFar.end`. While more may come only up to the last brace: a comma behind it belongs
/// to the event that is not there yet. Blanks in its place, for what is read depends on whether anything follows an
/// event.
void readText(const Input& input, std::string_view text, ReadSoFar& soFar, bool isLast) {
  constexpr std::size_t padding = 64;
  const std::size_t size = isLast ? text.size() : text.rfind('}') + 1;
  if (size == 0) {
    return;
  }
  const std::uint64_t stop = soFar.end + size;
  std::string padded;
  if (!isLast) {
    padded.reserve(size + padding);
    padded.append(text, 0, size).append(padding, ' ');
  }
  PieceResult grown =
      soFar.reader.read({isLast ? text : padded, soFar.end, stop + padding, isLast, soFar.followsEvent, soFar.damage});
  input.release(soFar.end - input.mappedOffset, grown.end - input.mappedOffset);
  soFar.batch.append(std::move(grown.batch));
  soFar.end = std::min(grown.end, stop);
  soFar.followsEvent = grown.followsEvent;
  soFar.damage = grown.damage;
  soFar.arrayEnded = grown.arrayEnded;
}

}  // namespace

bool readGrown(const Input& input, ReadSoFar& soFar, bool isLast, std::uint64_t maxMemory) {
  constexpr std::size_t usualSlice = std::size_t{64} << 20;
  std::size_t slice = usualSlice;
  while (!soFar.arrayEnded) {
    const std::string_view rest = input.mapped.substr(soFar.end - input.mappedOffset);
    const bool isRest = rest.size() <= slice;
    if (!rest.empty() && maxMemory > 0 && ownMemory() >= maxMemory) {
      return false;
    }
    const std::uint64_t before = soFar.end;
    readText(input, rest.substr(0, slice), soFar, isLast && isRest);
    if (isRest) {
      return true;
    }
    slice = soFar.end == before ? slice * 2 : usualSlice;  // an event may be longer than a slice
  }
  return true;
}

}  // namespace kernline::chrome

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/format/quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

struct TileSize {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

/// The output tile that kernels of cuBLAS, CUTLASS and Tensile have in their names: the first "128x256" in it that is
/// not the shape of an instruction ("s64x128x16gemm").
std::optional<TileSize> tileIn(std::string_view kernel) {
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  const char* const end = kernel.data() + kernel.size();
  for (const char* at = kernel.data(); at < end; ++at) {
    if (!isDigit(*at)) {
      continue;
    }
    std::int64_t numbers[3] = {};
    int count = 0;
    const char* next = at;
    while (count < 3) {
      const auto [stop, error] = std::from_chars(next, end, numbers[count]);
      if (error != std::errc{}) {
        break;
      }
      ++count;
      at = stop;
      if (stop == end || *stop != 'x' || stop + 1 == end || !isDigit(stop[1])) {
        break;
      }
      next = stop + 1;
    }
    const bool isInstruction = std::string_view(at, static_cast<std::size_t>(end - at)).starts_with("gemm");
    const auto isSize = [](std::int64_t size) { return size >= 16 && size <= 512 && size % 8 == 0; };
    if (count >= 2 && !isInstruction && isSize(numbers[0]) && isSize(numbers[1])) {
      return TileSize{.rows = numbers[0], .columns = numbers[1]};
    }
    if (at == end) {
      break;
    }
  }
  return {};
}

double roundedUp(std::int64_t size, std::int64_t to) {
  const std::int64_t parts = (size + to - 1) / to;
  return static_cast<double>(parts) * static_cast<double>(to);
}

/// The wasted part of partial tiles: outputs beyond the matrix. Names do not say which number is the rows': the
/// lesser waste of both readings.
double tileWaste(const ProductSizes& sizes, TileSize tile) {
  const double asked = static_cast<double>(sizes.m) * static_cast<double>(sizes.n);
  const double oneWay = roundedUp(sizes.m, tile.rows) * roundedUp(sizes.n, tile.columns);
  const double otherWay = roundedUp(sizes.m, tile.columns) * roundedUp(sizes.n, tile.rows);
  return 1 - asked / std::min(oneWay, otherWay);
}

/// Returns the first dimension whose rows do not begin at multiples of 16 bytes, as tensor cores need; empty if all do.
std::string_view oddDimension(const ProductSizes& sizes) {
  constexpr double bytes = 16;
  const auto isOdd = [&](std::int64_t size) { return std::fmod(static_cast<double>(size) * sizes.width, bytes) != 0; };
  if (isOdd(sizes.n)) {
    return "N";
  }
  if (isOdd(sizes.k) && !(sizes.isATransposed && !sizes.isBTransposed)) {
    return "K";
  }
  return isOdd(sizes.m) && sizes.isATransposed ? "M" : std::string_view{};
}

std::string sizesText(const ProductSizes& sizes) {
  return "M " + std::to_string(sizes.m) + " × N " + std::to_string(sizes.n) + " × K " + std::to_string(sizes.k);
}

/// Products of one operator with the same fault.
struct PaddingClaims {
  AdviceDraft draft;
  Duration worst;  ///< claimed at once by one piece
  Message sentence;
};

}  // namespace

void advisePadding(AdviceSubject& subject) {
  std::map<std::pair<bool, std::string>, PaddingClaims> found;  // by: unaligned; operator
  for (DeviceTimeline& device : subject.devices) {
    for (TimelinePiece& piece : device.pieces) {
      const WorkCall* call = piece.recoverable.ns > 0 && !piece.isTaken ? subject.model.callWith(piece.span) : nullptr;
      if (call == nullptr || !subject.hasOperator(*call) || subject.model.needs(*call).unit != WorkUnit::Matrix) {
        continue;
      }
      const auto sizes = productSizes(subject.arguments(*call), subject.model.needs(*call));
      // Wider types use no tensor cores, vectors use no tiles.
      if (!sizes || sizes->width > 2 || sizes->m == 1 || sizes->n == 1) {
        continue;
      }
      const std::string_view odd = oddDimension(*sizes);
      const auto tile = tileIn(subject.trace.nameText(piece.span));
      const bool isComputeBound = subject.meter.of(piece.span).bound() == WorkBound::Compute;
      const double waste = odd.empty() && tile && isComputeBound ? tileWaste(*sizes, *tile) : 0;
      constexpr double minWaste = 0.1;  // less is the price of tiles that are fast
      if (odd.empty() && waste < minWaste) {
        continue;
      }
      const Duration wanted = odd.empty()
                                  ? Duration{std::llround(std::floor(static_cast<double>(piece.inside.ns) * waste))}
                                  : piece.recoverable;
      const Duration claimed = piece.claimRecoverable(wanted);
      PaddingClaims& claims = found[{!odd.empty(), subject.nameOf(piece.span)}];
      claims.draft.addActivity(subject.trace, claimed, piece.span);
      claims.draft.measured += piece.inside;
      if (claims.worst >= claimed) {
        continue;
      }
      claims.worst = claimed;
      constexpr double bytes = 16;
      claims.sentence = odd.empty()
                            ? Phrase::tr("%1: with tiles of %2 × %3, %4 of the computed outputs are padding.")
                                  .with(sizesText(*sizes), tile->rows, tile->columns, formatShare(waste))
                            : Phrase::tr("%1: %2 is not a multiple of %3, so rows are not aligned to 16 bytes.")
                                  .with(sizesText(*sizes), odd, static_cast<std::int64_t>(bytes / sizes->width));
    }
  }
  for (auto& [key, claims] : found) {
    const auto& [isUnaligned, op] = key;
    if (claims.draft.bound.ns == 0) {
      continue;
    }
    AdviceRow row{.kind = AdviceKind::Padding,
                  .title = isUnaligned ? Phrase::tr("Pad the sizes of %1 for tensor cores").with(op)
                                       : Phrase::tr("Fit the sizes of %1 to whole tiles").with(op),
                  .bound = claims.draft.bound,
                  .confidence = isUnaligned ? Confidence::Medium : Confidence::Low,
                  .evidence = {claims.sentence},
                  .places = claims.draft.places(),
                  .remedy = std::move(claims.draft.remedy)};
    row.evidence.push_back(Phrase::tr("GEMMs of these sizes take %1.").with(subject.perStep(claims.draft.measured)));
    row.example = row.places.front().span;
    subject.advice.rows.push_back(std::move(row));
  }
}

}  // namespace kernline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/fusion_chain.h"

#include "core/model/names/element_type.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace kernline {

namespace {

/// Whether a reduction of `all` may leave `fewer`.
bool areReduced(const FusionLink::Operand& fewer, const FusionLink::Operand& all) {
  auto at = all.dims.begin();
  for (const std::int64_t dim : fewer.dims) {
    at = std::find(at, all.dims.end(), dim);
    if (at == all.dims.end()) {
      return false;
    }
    ++at;
  }
  return fewer.size < all.size;
}

/// Whether the operand may be an input or output of the call.
bool knows(const FusionLink& link, const FusionLink::Operand& operand) {
  // Numbers next to tensors are not passed on.
  const bool isNumber = operand.size == 1 &&
                        std::ranges::any_of(link.operands, [](const FusionLink::Operand& own) { return own.size > 1; });
  return std::ranges::any_of(link.operands, [&](const FusionLink::Operand& own) {
    return (own.size == operand.size && !isNumber) || (link.reduces && areReduced(operand, own));
  });
}

bool isSameCall(const FusionLink& a, const FusionLink& b) {
  return a.name == b.name &&
         std::ranges::equal(a.operands, b.operands, {}, &FusionLink::Operand::dims, &FusionLink::Operand::dims);
}

bool isRound(std::span<const FusionLink> links) {
  const bool beginsInPlace = links.front().isList || links.front().name.ends_with('_');
  return links.size() > 2 || (links.size() == 2 && (beginsInPlace || links.back().reduces));
}

}  // namespace

std::vector<FusionLink::Operand> operandsOf(const CallArguments& call) {
  std::vector<FusionLink::Operand> operands;
  for (const CallArgument& argument : call.arguments) {
    for (const TensorArgument& tensor : argument.tensors) {
      const auto size = tensor.size();
      if (!size || *size == 0) {
        continue;
      }
      FusionLink::Operand operand{.dims = {}, .size = *size};
      std::ranges::copy_if(tensor.dims, std::back_inserter(operand.dims), [](std::int64_t dim) { return dim != 1; });
      operand.bytes = static_cast<double>(tensor.elements().value_or(0)) * elementBytes(tensor.type).value_or(0);
      operands.push_back(std::move(operand));
    }
  }
  return operands;
}

bool joinsChain(const FusionLink& next, std::span<const FusionLink> chain) {
  return !next.isFill && std::ranges::any_of(chain | std::views::reverse, [&](const FusionLink& link) {
    return link.thread == next.thread &&
           ((link.isList && next.isList) || std::ranges::any_of(next.operands, [&](const FusionLink::Operand& operand) {
              return knows(link, operand);
            }));
  });
}

std::vector<std::span<const FusionLink>> roundsOf(std::span<const FusionLink> chain) {
  constexpr std::size_t maxPeriod = 1024;
  std::size_t period = 1;
  while (period < maxPeriod && period * 2 <= chain.size() &&
         !std::ranges::equal(chain.subspan(period), chain.first(chain.size() - period), isSameCall)) {
    ++period;
  }
  if (period == maxPeriod || period * 2 > chain.size() || !isRound(chain.first(period))) {
    return {chain};
  }
  std::vector<std::span<const FusionLink>> rounds;
  for (std::size_t first = 0; first < chain.size(); first += period) {
    rounds.push_back(chain.subspan(first, std::min(period, chain.size() - first)));
  }
  return rounds;
}

double minBytes(std::span<const FusionLink> chain) {
  constexpr double half = 0.5;
  double ofLists = 0;
  double given = 0;
  std::set<std::int64_t> sizes;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    ofLists = chain[i].isList ? std::max(ofLists, chain[i].bytes * half) : ofLists;
    for (const FusionLink::Operand& operand : chain[i].operands) {
      const bool isPassed = sizes.contains(operand.size) ||
                            std::ranges::any_of(chain.first(i), [&](const auto& link) { return knows(link, operand); });
      given += isPassed ? 0 : operand.bytes;
      sizes.insert(operand.size);
    }
  }
  double written = chain.back().isList ? 0 : chain.back().bytes;
  for (const FusionLink::Operand& operand : chain.back().operands) {
    written -= operand.bytes;
  }
  return ofLists + given + std::max(written, 0.0);
}

}  // namespace kernline

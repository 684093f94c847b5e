// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/block_query.h"

#include "core/analysis/memory/span_blocks.h"

namespace kernline::ui {
namespace {

std::vector<std::uint32_t> chosenBlocks(const BlockQuery& query) {
  switch (query.choice) {
    case BlockChoice::AliveThen:
      return liveBlocks(query.of(), query.moment);
    case BlockChoice::NeverFreed:
      return neverFreed(query.of());
    case BlockChoice::KeptAfterMark:
      return query.mark < query.history->marks.size() ? leftBehind(query.of(), query.history->marks[query.mark].range)
                                                      : std::vector<std::uint32_t>();
    case BlockChoice::MadeBySpan:
      return query.trace && query.span != SpanId::none ? blocksMadeBy(*query.trace, query.of(), query.span)
                                                       : std::vector<std::uint32_t>();
  }
  return {};
}

}  // namespace

Expected<std::shared_ptr<const BlockAnswer>> answer(const BlockQuery& query, const std::stop_token& stop) {
  auto found = std::make_shared<BlockAnswer>();
  found->query = query;
  found->blocks = chosenBlocks(query);
  found->set = query.choice == BlockChoice::AliveThen
                   ? liveSet(*query.history, query.of(), query.moment, query.grouping, stop)
                   : groupedBlocks(*query.history, query.of(), found->blocks, query.grouping, stop);
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  return found;
}

}  // namespace kernline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_tree.h"
#include "core/analysis/calls/call_tree_order.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <QString>

#include <memory>
#include <stop_token>

namespace kernline::ui {

/// The user's request to the call tree.
struct CallTreeRequest {
  CallTreeOptions options;
  bool isBottomUp = false;
  CallWeight weight = CallWeight::Host;
  QString filter;  ///< a part of names; empty if none
};

/// A call tree with what its views show. Made by a worker, then immutable.
struct CallTreeTable {
  std::shared_ptr<const Trace> trace;
  CallTreeRequest request;
  std::shared_ptr<const CallTree> topDown;
  std::shared_ptr<const CallTree> tree;           ///< requested tree
  std::shared_ptr<const CallTreeOrder> byWeight;  ///< all of it
  std::shared_ptr<const CallTreeOrder> found;     ///< calls that match the filter; all without one
  std::size_t skippedRows = 0;                    ///< threads that are not in "all threads" because they repeat others

  [[nodiscard]] std::int64_t total(CallNode node) const { return tree->total(node, request.weight); }
  [[nodiscard]] std::int64_t self(CallNode node) const { return tree->self(node, request.weight); }
  [[nodiscard]] double share(CallNode node) const;  ///< share of the whole, 0 to 1
  /// Kernels in their short form.
  [[nodiscard]] QString name(CallNode node) const;
  [[nodiscard]] QString fullName(CallNode node) const;
};

/// Keeps of `before` what is the same.
[[nodiscard]] Expected<std::shared_ptr<const CallTreeTable>> makeCallTreeTable(
    std::shared_ptr<const Trace> trace, const CallTreeRequest& request,
    const std::shared_ptr<const CallTreeTable>& before, const std::stop_token& stop);

/// A weight in its unit: a time, or a number.
[[nodiscard]] QString weightText(CallWeight weight, std::int64_t value);

}  // namespace kernline::ui

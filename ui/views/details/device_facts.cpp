// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/launch_card.h"
#include "core/analysis/statistics/kernel_occupancy.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/arg_number.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/ncu/kernel_facts.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace kernline::ui {
namespace {

const ArgNode* findAny(const ArgNode& args, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const ArgNode* node = args.find(key)) {
      return node;
    }
  }
  return nullptr;
}

/// "1 × 32 × 4" and its product.
std::pair<QString, double> dimensions(const ArgNode& list) {
  QStringList parts;
  double product = 1;
  for (const ArgNode& child : list.children) {
    parts << qt(child.text);
    product *= numberOf(&child).value_or(0);
  }
  return {parts.join(QStringLiteral(" × ")), product};
}

class FactCollector {
 public:
  explicit FactCollector(const ArgNode& args) : m_args(args) {}

  void dimension(const QString& label, std::string_view key, const QString& withProduct) {
    const ArgNode* list = m_args.find(key);
    if (list == nullptr || list->kind != ArgNode::Kind::Array || list->children.empty()) {
      return;
    }
    const auto [text, product] = dimensions(*list);
    add(label, product > 0 ? withProduct.arg(text, countText(static_cast<std::uint64_t>(product))) : text);
  }

  /// `pattern` says it with %1 for the text.
  void text(const QString& label, std::initializer_list<std::string_view> keys,
            const QString& pattern = QStringLiteral("%1"), const QString& tip = {}) {
    const ArgNode* node = findAny(m_args, keys);
    if (node != nullptr && !node->text.empty()) {
      add(label, pattern.arg(qt(node->text)), tip);
    }
  }

  /// Adds a number with two decimals: producers print quotients with all their digits.
  void number(const QString& label, std::string_view key, const QString& tip) {
    const ArgNode* node = m_args.find(key);
    if (const auto value = numberOf(node)) {
      constexpr double hundredths = 100;
      add(label, QLocale::c().toString(std::round(*value * hundredths) / hundredths, 'g', 12), tip);
    } else if (node != nullptr && !node->text.empty()) {
      add(label, qt(node->text), tip);
    }
  }

  void bytes(const QString& label, std::initializer_list<std::string_view> keys) {
    const ArgNode* node = findAny(m_args, keys);
    if (const auto value = numberOf(node)) {
      add(label, qt(formatBytes(static_cast<std::int64_t>(*value))));
    } else if (node != nullptr && !node->text.empty()) {
      add(label, qt(node->text));
    }
  }

  void bandwidth() {
    if (const auto value = numberOf(m_args.find("memory bandwidth (GB/s)"))) {
      constexpr double bytesPerGigabyte = 1e9;
      add(Words::tr("Bandwidth"),
          Words::tr("%1 over its full duration").arg(qt(formatByteRate(*value * bytesPerGigabyte))),
          Words::tr("Bytes divided by duration, as reported by the profiler"));
    }
  }

  void occupancy(const Device* device) {
    const QString label = Words::tr("Occupancy");
    const KernelOccupancy occupancy = kernelOccupancy(m_args, device);
    const QString share = qt(formatShare(occupancy.share));
    switch (occupancy.source) {
      case OccupancySource::Profiler:
        add(label, share, Words::tr("Estimated by the profiler from the launch configuration, not measured"));
        return;
      case OccupancySource::Computed:
        add(label, Words::tr("%1 (computed)").arg(share),
            Words::tr("Not in the profile; computed from grid, block, registers and shared memory"));
        return;
      case OccupancySource::Unknown:
        if (m_args.find("est. achieved occupancy %") != nullptr) {
          add(label, Words::tr("unknown"), Words::tr("The profiler writes 0 where it has no figure"));
        }
        return;
    }
  }

  void fit(const Device* device) {
    KernelCard card;
    addLaunch(card, m_args, device);
    std::ranges::move(launchFacts(card), std::back_inserter(m_facts));
  }

  [[nodiscard]] std::vector<Fact> take() { return std::move(m_facts); }

 private:
  void add(const QString& label, const QString& value, const QString& tip = {}) {
    m_facts.push_back({label, value, tip});
  }

  const ArgNode& m_args;
  std::vector<Fact> m_facts;
};

}  // namespace

std::vector<Fact> deviceFacts(const ArgNode& args, const Device* device) {
  FactCollector facts(args);
  facts.dimension(Words::tr("Grid"), "grid", Words::tr("%1  (%2 blocks)"));
  facts.dimension(Words::tr("Block"), "block", Words::tr("%1  (%2 threads)"));
  facts.text(Words::tr("Registers"), {"registers per thread"}, Words::tr("%1 per thread"));
  facts.bytes(Words::tr("Shared memory"), {"shared memory"});
  facts.number(Words::tr("Blocks per SM"), "blocks per SM",
               Words::tr("Grid blocks divided by the number of multiprocessors"));
  facts.number(Words::tr("Warps per SM"), "warps per SM",
               Words::tr("Grid warps divided by the number of multiprocessors"));
  facts.occupancy(device);
  facts.fit(device);
  facts.bytes(Words::tr("Bytes"), {"bytes", "Bytes"});
  facts.bandwidth();
  facts.text(Words::tr("Collective"), {"Collective name"});
  facts.text(Words::tr("Group size"), {"Group size"});
  facts.text(Words::tr("Graph"), {"graph id"});
  return facts.take();
}

}  // namespace kernline::ui

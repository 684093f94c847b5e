// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_keys.h"

#include <QJsonArray>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr auto statesKey = "rows";
constexpr auto ordersKey = "order";
constexpr auto pinnedKey = "pinned";
constexpr auto groupingKey = "groupBy";
constexpr auto scalesKey = "oneScalePerUnit";
constexpr auto rootKey = "*";
constexpr qsizetype maxKeptRows = 5000;  // rows that no later trace has brought back; the rest is forgotten

QString at(const char* key) {
  return QString::fromLatin1(key);
}

QJsonObject stateJson(RowState state) {
  QJsonObject json{{QStringLiteral("collapsed"), state.isCollapsed}, {QStringLiteral("hidden"), state.isHidden}};
  if (state.size != LaneSize::Normal) {
    json[QStringLiteral("size")] = state.size == LaneSize::Tall ? QStringLiteral("tall") : QStringLiteral("compact");
  }
  return json;
}

RowState stateFrom(const QJsonObject& json) {
  const QString size = json[QStringLiteral("size")].toString();
  return {json[QStringLiteral("collapsed")].toBool(), json[QStringLiteral("hidden")].toBool(),
          size == QStringLiteral("tall")      ? LaneSize::Tall
          : size == QStringLiteral("compact") ? LaneSize::Compact
                                              : LaneSize::Normal};
}

QJsonArray keysOf(const std::vector<RowId>& rows, const RowKeys& keys) {
  QJsonArray json;
  std::ranges::for_each(rows, [&](RowId row) { json.append(keys.keyOf(row)); });
  return json;
}

std::vector<RowId> rowsOf(const QJsonArray& json, const RowKeys& keys) {
  std::vector<RowId> rows;
  for (const QJsonValue& key : json) {
    const RowId row = keys.rowOf(key.toString());
    if (row != rootRow && std::ranges::find(rows, row) == rows.end()) {
      rows.push_back(row);
    }
  }
  return rows;
}

bool isKnown(const QString& key, const RowKeys& keys) {
  return key == QLatin1String(rootKey) || keys.rowOf(key) != rootRow;
}

/// Returns the states of `earlier` for rows that are not in this trace, and those of `later` for the others.
QJsonObject mergedRows(const QJsonObject& earlier, const QJsonObject& later, const RowKeys& keys) {
  QJsonObject merged = later;
  for (auto entry = earlier.begin(); entry != earlier.end() && merged.size() < maxKeptRows; ++entry) {
    if (!isKnown(entry.key(), keys) && !merged.contains(entry.key())) {
      merged[entry.key()] = entry.value();
    }
  }
  return merged;
}

/// Returns the rows of `later` in its order. Rows of `earlier` that are not in this trace come behind their former
/// neighbor, for the next trace that has them.
QJsonArray withAbsentInPlace(const QJsonArray& earlier, const QJsonArray& later, const RowKeys& keys) {
  QJsonArray merged = later;
  const auto placeOf = [&](const QJsonValue& key) {
    return static_cast<qsizetype>(std::ranges::find(merged, key) - merged.begin());
  };
  qsizetype place = 0;  // index after the last row of `earlier` that is in `merged`
  for (const QJsonValue& key : earlier) {
    if (const qsizetype at = placeOf(key); at < merged.size()) {
      place = at + 1;
    } else if (!isKnown(key.toString(), keys) && merged.size() < maxKeptRows) {
      merged.insert(place++, key);
    }
  }
  return merged;
}

QJsonObject mergedOrders(const QJsonObject& earlier, const QJsonObject& later, const RowKeys& keys) {
  QJsonObject merged = mergedRows(earlier, later, keys);
  for (auto entry = later.begin(); entry != later.end(); ++entry) {
    merged[entry.key()] = withAbsentInPlace(earlier[entry.key()].toArray(), entry.value().toArray(), keys);
  }
  return merged;
}

}  // namespace

QJsonObject toJson(const Arrangement& arrangement, const RowKeys& keys) {
  QJsonObject states;
  for (const auto& [row, state] : arrangement.states()) {
    states[row == pinnedGroup ? at(pinnedKey) : keys.keyOf(row)] = stateJson(state);
  }
  QJsonObject orders;
  for (const auto& [group, rows] : arrangement.orders()) {
    orders[group == rootRow ? at(rootKey) : keys.keyOf(group)] = keysOf(rows, keys);
  }
  return {{at(statesKey), states},
          {at(ordersKey), orders},
          {at(pinnedKey), keysOf(arrangement.pinned(), keys)},
          {at(groupingKey), static_cast<int>(arrangement.grouping())},
          {at(scalesKey), arrangement.sharesScales()}};
}

void applyJson(const QJsonObject& kept, const RowKeys& keys, Arrangement& arrangement) {
  const QJsonObject states = kept[at(statesKey)].toObject();
  for (auto entry = states.begin(); entry != states.end(); ++entry) {
    const RowId row = entry.key() == QLatin1String(pinnedKey) ? pinnedGroup : keys.rowOf(entry.key());
    if (row != rootRow) {
      arrangement.setState(row, stateFrom(entry.value().toObject()));
    }
  }
  const QJsonObject orders = kept[at(ordersKey)].toObject();
  for (auto entry = orders.begin(); entry != orders.end(); ++entry) {
    const RowId group = entry.key() == QLatin1String(rootKey) ? rootRow : keys.rowOf(entry.key());
    if (group != rootRow || entry.key() == QLatin1String(rootKey)) {
      arrangement.setOrder(group, rowsOf(entry.value().toArray(), keys));
    }
  }
  std::vector<RowId> pinned = rowsOf(kept[at(pinnedKey)].toArray(), keys);
  std::erase_if(pinned, [](RowId row) { return row.isGroup(); });
  arrangement.setPinned(std::move(pinned));
  const int grouping = kept[at(groupingKey)].toInt();
  if (grouping >= 0 && grouping <= static_cast<int>(Grouping::Sort)) {
    arrangement.setGrouping(static_cast<Grouping>(grouping));
  }
  arrangement.setSharesScales(kept[at(scalesKey)].toBool(true));
}

QJsonObject mergedJson(const QJsonObject& earlier, const QJsonObject& later, const RowKeys& keys) {
  QJsonObject merged = later;
  merged[at(statesKey)] = mergedRows(earlier[at(statesKey)].toObject(), later[at(statesKey)].toObject(), keys);
  merged[at(ordersKey)] = mergedOrders(earlier[at(ordersKey)].toObject(), later[at(ordersKey)].toObject(), keys);
  merged[at(pinnedKey)] = withAbsentInPlace(earlier[at(pinnedKey)].toArray(), later[at(pinnedKey)].toArray(), keys);
  return merged;
}

}  // namespace kernline::ui

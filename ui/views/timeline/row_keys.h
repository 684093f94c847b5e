// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/arrangement.h"

#include <QJsonObject>
#include <QString>

#include <map>

namespace kernline::ui {

/// Names for the rows of a trace by which they are found again in another one. Equal names are distinguished by their
/// order in the file.
class RowKeys {
 public:
  enum class Of : std::uint8_t {
    SameFile,  ///< ids of processes and threads count: a preview and the whole of one file
    AnyRun,    ///< they do not, nor other long numbers in names: another run of the same program
  };

  RowKeys(const Trace& trace, Of of);

  [[nodiscard]] QString keyOf(RowId row) const;
  /// rootRow if the trace has no such row.
  [[nodiscard]] RowId rowOf(const QString& key) const;

 private:
  void add(RowId row, const QString& key);
  void addProcesses(const Trace& trace, Of of);
  void addTracks(const Trace& trace, Of of);
  void addCounters(const Trace& trace, Of of);

  std::map<RowId, QString> m_keys;
  std::map<QString, RowId> m_rows;
  std::map<QString, int> m_equals;
};

/// Converts the user's arrangement to JSON by key, without the filter.
[[nodiscard]] QJsonObject toJson(const Arrangement& arrangement, const RowKeys& keys);

/// Applies `kept` to `arrangement`; rows that are not in `keys` and invalid values are skipped.
void applyJson(const QJsonObject& kept, const RowKeys& keys, Arrangement& arrangement);

/// `later` on top of `earlier`, of whose rows those stay that `keys` does not know.
[[nodiscard]] QJsonObject mergedJson(const QJsonObject& earlier, const QJsonObject& later, const RowKeys& keys);

/// `name` with numbers of four digits and more, and hexadecimal addresses, replaced.
[[nodiscard]] QString withoutRunNumbers(const QString& name);

}  // namespace kernline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/args_model.h"

#include "core/model/format/byte_names.h"
#include "core/model/format/byte_units.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QStringList>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace kernline::ui {
namespace {

constexpr qsizetype maxLineLength = 120;  // characters of an array's values

bool isScalar(const ArgNode& node) {
  return node.kind != ArgNode::Kind::Array && node.kind != ArgNode::Kind::Object;
}

QString quoted(const QString& text) {
  QString escaped;
  for (const QChar c : text) {
    if (c == QLatin1Char('"') || c == QLatin1Char('\\')) {
      escaped += QLatin1Char('\\');
      escaped += c;
    } else if (c == QLatin1Char('\n')) {
      escaped += QStringLiteral("\\n");
    } else if (c.unicode() < 0x20) {
      escaped += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
    } else {
      escaped += c;
    }
  }
  return QStringLiteral("\"%1\"").arg(escaped);
}

QString scalarJson(const ArgNode& node) {
  if (node.kind == ArgNode::Kind::Text) {
    return quoted(qt(node.text));
  }
  return node.text.empty() ? QStringLiteral("null") : qt(node.text);
}

}  // namespace

QString oneLine(const ArgNode& node) {
  if (node.kind == ArgNode::Kind::Object) {
    return node.children.empty() ? QStringLiteral("{}")
                                 : counted(node.children.size(), Words::tr("{%1 member}"), Words::tr("{%1 members}"));
  }
  if (node.kind == ArgNode::Kind::Array) {
    QStringList parts;
    qsizetype length = 0;
    for (const ArgNode& child : node.children) {
      const bool isEmptyText = child.kind == ArgNode::Kind::Text && child.text.empty();
      parts << (isEmptyText ? QStringLiteral("\"\"") : oneLine(child));
      length += parts.back().size();
      if (length > maxLineLength || child.kind == ArgNode::Kind::Object) {
        return counted(node.children.size(), Words::tr("[%1 value]"), Words::tr("[%1 values]"));
      }
    }
    return QStringLiteral("[%1]").arg(parts.join(QStringLiteral(", ")));
  }
  return node.kind == ArgNode::Kind::Null && node.text.empty() ? QStringLiteral("null") : qt(node.text);
}

QString toJson(const ArgNode& node, int indent) {
  if (isScalar(node)) {
    return scalarJson(node);
  }
  const bool isObject = node.kind == ArgNode::Kind::Object;
  if (node.children.empty()) {
    return isObject ? QStringLiteral("{}") : QStringLiteral("[]");
  }
  const QString inner(qsizetype{2} * (indent + 1), QLatin1Char(' '));
  QStringList lines;
  for (const ArgNode& child : node.children) {
    const QString key = isObject ? quoted(qt(child.key)) + QStringLiteral(": ") : QString();
    lines << inner + key + toJson(child, indent + 1);
  }
  const QString outer(qsizetype{2} * indent, QLatin1Char(' '));
  return QStringLiteral("%1\n%2\n%3%4")
      .arg(isObject ? QStringLiteral("{") : QStringLiteral("["), lines.join(QStringLiteral(",\n")), outer,
           isObject ? QStringLiteral("}") : QStringLiteral("]"));
}

void ArgsModel::setArgs(ArgNode root) {
  beginResetModel();
  m_root = std::move(root);
  m_entries.clear();
  m_entries.push_back({&m_root, -1, 0, 0});
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    m_entries[i].firstChild = static_cast<int>(m_entries.size());
    const ArgNode& node = *m_entries[i].node;
    for (std::size_t row = 0; row < node.children.size(); ++row) {
      m_entries.push_back({&node.children[row], static_cast<int>(i), static_cast<int>(row), 0});
    }
  }
  endResetModel();
}

bool ArgsModel::isNested() const {
  return m_entries.size() > m_root.children.size() + 1;
}

const ArgsModel::Entry& ArgsModel::entryOf(const QModelIndex& index) const {
  return m_entries[index.isValid() ? index.internalId() : 0];
}

/// "1610612736 (1.500 GiB)": the digits of the file, and what they come to.
QString ArgsModel::shownValue(const ArgNode& node) {
  const QString line = oneLine(node);
  std::int64_t bytes = 0;
  const char* const end = node.text.data() + node.text.size();
  const bool isWhole = node.kind == ArgNode::Kind::Number &&
                       std::from_chars(node.text.data(), end, bytes) == std::from_chars_result{end, std::errc{}};
  const bool isLarge = std::abs(bytes) >= static_cast<std::int64_t>(byteSymbols().step);
  return isWhole && isLarge && isNameOfBytes(node.key) ? QStringLiteral("%1 (%2)").arg(line, qt(formatBytes(bytes)))
                                                       : line;
}

QString ArgsModel::text(const QModelIndex& index) const {
  if (m_entries.empty()) {
    return {};
  }
  const ArgNode& node = *entryOf(index).node;
  if (!index.isValid()) {
    return toJson(node);
  }
  return index.column() == Key ? qt(node.key) : (isScalar(node) ? qt(node.text) : toJson(node));
}

QModelIndex ArgsModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) {
    return {};
  }
  return createIndex(row, column, static_cast<quintptr>(entryOf(parent).firstChild) + static_cast<quintptr>(row));
}

QModelIndex ArgsModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || entryOf(child).parent <= 0) {
    return {};
  }
  const int above = entryOf(child).parent;
  return createIndex(m_entries[static_cast<std::size_t>(above)].row, 0, static_cast<quintptr>(above));
}

int ArgsModel::rowCount(const QModelIndex& parent) const {
  if (m_entries.empty() || parent.column() > 0) {
    return 0;
  }
  return static_cast<int>(entryOf(parent).node->children.size());
}

int ArgsModel::columnCount(const QModelIndex& /*parent*/) const {
  return ColumnCount;
}

QVariant ArgsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const Entry& entry = entryOf(index);
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
    if (index.column() == Value) {
      return role == Qt::ToolTipRole && !isScalar(*entry.node) ? QVariant() : shownValue(*entry.node);
    }
    return entry.node->key.empty() ? QString::number(entry.row) : qt(entry.node->key);
  }
  return {};
}

QVariant ArgsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return {};
  }
  return section == Key ? tr("Key") : tr("Value");
}

}  // namespace kernline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/recorded_events.h"

#include "core/import/sqlite/connection.h"
#include "core/model/base/lending_pool.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>

namespace kernline::recording {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t maxArgs = 4096;
constexpr int maxValueDepth = 64;

ArgNode leaf(std::string key, ArgNode::Kind kind, std::string text) {
  ArgNode made;
  made.kind = kind;
  made.key = std::move(key);
  made.text = std::move(text);
  return made;
}

ArgNode nodeOf(std::string key, const Json& value, int depth) {
  if (value.is_null()) {
    return leaf(std::move(key), ArgNode::Kind::Null, {});
  }
  if (value.is_string()) {
    return leaf(std::move(key), ArgNode::Kind::Text, value.get<std::string>());
  }
  if (!value.is_structured() || depth == maxValueDepth) {
    const ArgNode::Kind kind = value.is_boolean()  ? ArgNode::Kind::Bool
                               : value.is_number() ? ArgNode::Kind::Number
                                                   : ArgNode::Kind::Unread;
    return leaf(std::move(key), kind, value.dump());
  }
  ArgNode made = leaf(std::move(key), value.is_object() ? ArgNode::Kind::Object : ArgNode::Kind::Array, {});
  for (const auto& [name, member] : value.items()) {
    made.children.push_back(nodeOf(value.is_object() ? name : std::string(), member, depth + 1));
  }
  return made;
}

/// Lists and objects were written as JSON.
ArgNode textNode(std::string key, std::string_view text) {
  if (text.starts_with('[') || text.starts_with('{')) {
    if (const Json value = Json::parse(text, nullptr, false); !value.is_discarded()) {
      return nodeOf(std::move(key), value, 0);
    }
  }
  return leaf(std::move(key), ArgNode::Kind::Text, std::string(text));
}

class SpanReader {
 public:
  SpanReader(std::shared_ptr<const sqlite::DatabaseBytes> bytes, bool offsetsAreRowNumbers)
      : m_database(std::move(bytes)),
        m_span(m_database.select(offsetsAreRowNumbers
                                     ? "SELECT rowid, source_offset FROM spans WHERE rowid = ?1"
                                     : "SELECT rowid, source_offset FROM spans WHERE source_offset = ?1")),
        m_args(m_database.select("SELECT key, value FROM args WHERE span_id = ?1 ORDER BY rowid")) {}

  EventDetails details(std::uint64_t offset) {
    EventDetails details;
    details.fields.kind = ArgNode::Kind::Object;
    if (!m_span.isOpen()) {
      return details;
    }
    m_span.bind(1, static_cast<std::int64_t>(offset));
    if (m_span.step()) {
      const std::int64_t span = m_span.int64(0);
      details.fields.children.push_back(leaf("span", ArgNode::Kind::Number, std::to_string(span)));
      details.fields.children.push_back(leaf("source_offset", ArgNode::Kind::Number, std::to_string(m_span.int64(1))));
      readArgs(span, details.args);
    }
    m_span.reset();
    return details;
  }

 private:
  void readArgs(std::int64_t span, ArgNode& args) {
    if (!m_args.isOpen()) {
      return;
    }
    m_args.bind(1, span);
    while (args.children.size() < maxArgs && m_args.step()) {
      args.kind = ArgNode::Kind::Object;
      std::string key(m_args.text(0));
      const int type = m_args.type(1);
      if (type == SQLITE_NULL) {
        args.children.push_back(leaf(std::move(key), ArgNode::Kind::Null, {}));
      } else if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
        args.children.push_back(leaf(std::move(key), ArgNode::Kind::Number, std::string(m_args.text(1))));
      } else {
        args.children.push_back(textNode(std::move(key), m_args.text(1)));
      }
    }
    m_args.reset();
  }

  sqlite::Connection m_database;
  sqlite::Rows m_span;
  sqlite::Rows m_args;
};

class RecordedEvents final : public EventSource {
 public:
  RecordedEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes, bool offsetsAreRowNumbers)
      : m_offsetsAreRowNumbers(offsetsAreRowNumbers), m_readers([held = std::move(bytes), offsetsAreRowNumbers] {
          return std::make_unique<SpanReader>(held, offsetsAreRowNumbers);
        }) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    return m_readers.with([&](SpanReader& reader) { return reader.details(offset); });
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    const std::string number = formatCount(offset);
    return m_offsetsAreRowNumbers ? Phrase::tr("%1, row %2").with("spans", number)
                                  : Message::name("source_offset " + number);
  }

 private:
  bool m_offsetsAreRowNumbers;
  mutable LendingPool<SpanReader> m_readers;
};

}  // namespace

std::shared_ptr<const EventSource> recordedEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                  bool offsetsAreRowNumbers) {
  return std::make_shared<const RecordedEvents>(std::move(bytes), offsetsAreRowNumbers);
}

}  // namespace kernline::recording

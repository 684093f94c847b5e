// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/search.h"
#include "core/analysis/query/searched_events.h"
#include "core/model/base/source_text.h"
#include "core/model/trace/event_source.h"
#include "core/model/trace/unreachable_source.h"
#include "core/open/remote/connection.h"
#include "core/output/packed/packed_args.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::remote {

/// The events of a packed trace, requested from the machine of its file. A few are requested one by one; data of many
/// spans come for all spans of that kind at once.
class RemoteEvents final : public EventSource, public SearchedEvents {
 public:
  explicit RemoteEvents(std::shared_ptr<Connection> connection) : m_connection(std::move(connection)) {}

  /// Sets the trace of the requests, and known places; call it once, before any request.
  void begin(const std::shared_ptr<const Trace>& trace, std::map<std::uint64_t, Message> places);

  [[nodiscard]] EventDetails details(std::uint64_t event) const override;
  [[nodiscard]] ArgNode args(std::uint64_t event, std::span<const std::string_view> keys) const override;
  [[nodiscard]] std::string argsText(std::uint64_t event, std::span<const std::string_view> keys) const override;
  [[nodiscard]] Message place(std::uint64_t event) const override;
  [[nodiscard]] Expected<std::vector<SpanId>> search(const SearchQuery& query, Progress& progress,
                                                     const std::stop_token& stop) const override;

  [[nodiscard]] const Connection& connection() const { return *m_connection; }

 private:
  using Keys = std::vector<std::string>;
  struct Column {
    int asked = 0;  ///< one by one until now
    std::mutex fetching;
    std::optional<ArgColumn> values;
  };

  /// Returns the column of all spans of the span's kind; nullptr after few requests only, or if unavailable.
  [[nodiscard]] const ArgColumn* columnFor(std::uint64_t event, std::span<const std::string_view> keys) const;
  void fetch(Column& column, SpanKind kind, const Keys& keys) const;

  std::shared_ptr<Connection> m_connection;
  std::weak_ptr<const Trace> m_trace;
  std::vector<std::uint32_t> m_rank;  // index of each span among those of its kind
  std::map<std::uint64_t, Message> m_places;
  std::uint64_t m_count = 0;
  mutable std::mutex m_columnsMutex;
  mutable std::map<std::pair<SpanKind, Keys>, std::unique_ptr<Column>> m_columns;
  mutable std::mutex m_detailsMutex;
  mutable std::map<std::uint64_t, EventDetails> m_details;  // details of the last few that were requested
  mutable std::uint64_t m_nextInRow = 0;                    // offset after the last events fetched
  mutable std::uint64_t m_ahead = 1;                        // number to fetch next
};

/// Passes on the server's state of the file.
class RemoteOrigin final : public SourceText, public UnreachableSource {
 public:
  explicit RemoteOrigin(std::shared_ptr<const Connection> connection) : m_connection(std::move(connection)) {}

  [[nodiscard]] std::uint64_t size() const override { return 0; }
  [[nodiscard]] std::string read(std::uint64_t /*offset*/, std::size_t /*length*/) const override { return {}; }
  [[nodiscard]] bool hasChanged() const override { return m_connection->hasChanged(); }
  [[nodiscard]] std::optional<Message> problem() const override { return m_connection->problem(); }
  [[nodiscard]] Failures failures() const override { return m_connection->failures(); }

 private:
  std::shared_ptr<const Connection> m_connection;
};

}  // namespace kernline::remote

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_engine.h"

#include "core/model/trace/changed_source.h"

namespace kernline::ui {

QueryOutcome QueryEngine::run(const std::string& query, const std::stop_token& stop) {
  const std::lock_guard lock(m_mutex);
  const auto begin = std::chrono::steady_clock::now();
  if (!m_database) {
    m_database.emplace(m_trace, m_steps);
  }
  const auto result = std::make_shared<QueryResult>();
  ResultSink sink(*result, query);
  const auto answered = m_database->run(query, sink, rowLimit, stop);
  QueryOutcome outcome;
  outcome.elapsed = std::chrono::steady_clock::now() - begin;
  if (auto changed = changedSource(*m_trace)) {
    outcome.error = {sql::QueryError::Kind::Unreadable, std::move(changed->message), {}};
  } else if (answered) {
    sink.end(*answered);
    outcome.result = result;
  } else {
    outcome.error = answered.error();
  }
  return outcome;
}

}  // namespace kernline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"

#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

namespace kernline::sqlite {

/// Connections to one database for whoever asks from any thread, each used by one at a time and kept for the next.
class ConnectionPool {
 public:
  explicit ConnectionPool(std::shared_ptr<const DatabaseBytes> bytes, std::stop_token stop = {})
      : m_bytes(std::move(bytes)), m_stop(std::move(stop)) {}

  /// `work(const Connection&)`.
  template <typename Work>
  auto with(const Work& work) {
    std::unique_ptr<const Connection> connection = take();
    const auto giveBack = [this](const Connection* used) { put(std::unique_ptr<const Connection>(used)); };
    const std::unique_ptr<const Connection, decltype(giveBack)> lent(connection.release(), giveBack);
    return work(*lent);
  }

 private:
  std::unique_ptr<const Connection> take() {
    {
      const std::scoped_lock lock(m_mutex);
      if (!m_free.empty()) {
        auto connection = std::move(m_free.back());
        m_free.pop_back();
        return connection;
      }
    }
    return std::make_unique<const Connection>(m_bytes, m_stop);
  }

  void put(std::unique_ptr<const Connection> connection) {
    const std::scoped_lock lock(m_mutex);
    m_free.push_back(std::move(connection));
  }

  std::shared_ptr<const DatabaseBytes> m_bytes;
  std::stop_token m_stop;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<const Connection>> m_free;
};

}  // namespace kernline::sqlite

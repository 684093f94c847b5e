// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace kernline {

/// Things that serve one thread at a time, made when all others are lent out, and reused later.
template <typename Tool>
class LendingPool {
 public:
  using Make = std::function<std::unique_ptr<Tool>()>;

  explicit LendingPool(Make make) : m_make(std::move(make)) {}

  /// `work(Tool&)`, from any thread.
  template <typename Work>
  auto with(const Work& work) {
    const auto putBack = [this](Tool* used) {
      std::unique_ptr<Tool> kept(used);
      const std::scoped_lock lock(m_mutex);
      m_free.push_back(std::move(kept));
    };
    const std::unique_ptr<Tool, decltype(putBack)> lent(take().release(), putBack);
    return work(*lent);
  }

 private:
  std::unique_ptr<Tool> take() {
    {
      const std::scoped_lock lock(m_mutex);
      if (!m_free.empty()) {
        auto tool = std::move(m_free.back());
        m_free.pop_back();
        return tool;
      }
    }
    return m_make();
  }

  Make m_make;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<Tool>> m_free;
};

}  // namespace kernline

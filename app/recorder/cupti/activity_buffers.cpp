// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/activity_buffers.h"

#include <algorithm>
#include <cstdlib>

namespace kernline::recorder {

namespace {

constexpr std::size_t alignment = 64;

}  // namespace

std::uint8_t* ActivityBuffers::request() {
  const std::scoped_lock lock(m_mutex);
  std::uint8_t* data = nullptr;
  if (!m_free.empty()) {
    data = m_free.back();
    m_free.pop_back();
  } else if (m_made < maxBuffers) {
    data = static_cast<std::uint8_t*>(std::aligned_alloc(alignment, bufferBytes));
    m_made += data == nullptr ? 0 : 1;
  }
  if (data != nullptr) {
    m_out[data] = ++m_requested;
  }
  return data;
}

std::uint64_t ActivityBuffers::requested() {
  const std::scoped_lock lock(m_mutex);
  return m_requested;
}

bool ActivityBuffers::hasBack(std::uint64_t count) {
  const std::scoped_lock lock(m_mutex);
  return std::ranges::all_of(m_out, [&](const auto& each) { return each.second > count; });
}

void ActivityBuffers::complete(std::uint8_t* data, std::size_t bytes) {
  const std::scoped_lock lock(m_mutex);
  m_out.erase(data);
  if (bytes == 0 || m_isClosed) {
    m_free.push_back(data);
    return;
  }
  m_filled.push_back({data, bytes});
  m_changed.notify_all();
}

std::optional<ActivityBuffers::Filled> ActivityBuffers::take() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return !m_filled.empty() || m_isClosed; });
  if (m_filled.empty()) {
    return std::nullopt;
  }
  const Filled filled = m_filled.front();
  m_filled.pop_front();
  ++m_beingRead;
  return filled;
}

void ActivityBuffers::returnBuffer(std::uint8_t* data) {
  const std::scoped_lock lock(m_mutex);
  m_free.push_back(data);
  --m_beingRead;
  m_changed.notify_all();
}

void ActivityBuffers::close() {
  const std::scoped_lock lock(m_mutex);
  m_isClosed = true;
  m_changed.notify_all();
}

void ActivityBuffers::open() {
  const std::scoped_lock lock(m_mutex);
  m_isClosed = false;
}

void ActivityBuffers::waitUntilTaken(std::chrono::milliseconds patience) {
  std::unique_lock lock(m_mutex);
  m_changed.wait_for(lock, patience, [&] { return m_filled.empty() && m_beingRead == 0; });
}

}  // namespace kernline::recorder

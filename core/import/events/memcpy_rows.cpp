// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/memcpy_rows.h"

#include "core/import/events/read_details.h"

#include <algorithm>
#include <charconv>

namespace kernline::chrome {

namespace {

constexpr std::int32_t maxDevices = 1024;

std::int32_t deviceOf(const SourceText& source, std::uint64_t offset) {
  const EventDetails copy = readDetails(source, offset);
  const ArgNode* const named = copy.args.find("device");
  const ArgNode* const device = named == nullptr ? copy.args.find("dev-id") : named;
  std::int32_t number = MemcpyRows::noDevice;
  if (device != nullptr) {
    std::from_chars(device->text.data(), device->text.data() + device->text.size(), number);
  }
  return number >= 0 && number < maxDevices ? number : MemcpyRows::noDevice;
}

}  // namespace

void MemcpyRows::add(std::uint32_t row, const SpanRecord& copy, const SourceText& source) {
  m_rows[row].copies.push_back({copy.start, copy.offset, deviceOf(source, copy.offset)});
}

void MemcpyRows::sort() {
  for (auto& [number, row] : m_rows) {
    std::ranges::sort(row.copies);
  }
}

std::vector<std::int32_t> MemcpyRows::devicesOf(std::uint32_t row) const {
  std::vector<std::int32_t> devices;
  if (const auto at = m_rows.find(row); at != m_rows.end()) {
    for (const Copy& copy : at->second.copies) {
      devices.push_back(copy.device);
    }
    std::ranges::sort(devices);
    devices.erase(std::ranges::unique(devices).begin(), devices.end());
  }
  return devices;
}

TrackId MemcpyRows::trackOf(std::uint32_t row, Time start, std::uint64_t offset) const {
  const Row& found = m_rows.at(row);
  const auto at = std::ranges::lower_bound(found.copies, Copy{start, offset, INT32_MIN});
  const bool isKnown = at != found.copies.end() && at->start == start && at->offset == offset;
  return isKnown ? found.tracks.at(at->device) : TrackId::none;
}

TrackId MemcpyRows::trackAt(std::uint32_t row, Time time) const {
  const Row& found = m_rows.at(row);
  auto at = std::ranges::upper_bound(found.copies, time, {}, &Copy::start);
  at -= at == found.copies.begin() ? 0 : 1;
  return found.tracks.at(at->device);
}

}  // namespace kernline::chrome

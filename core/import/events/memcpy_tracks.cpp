// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/memcpy_tracks.h"

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
  std::int32_t number = MemcpyTracks::noDevice;
  if (device != nullptr) {
    std::from_chars(device->text.data(), device->text.data() + device->text.size(), number);
  }
  return number >= 0 && number < maxDevices ? number : MemcpyTracks::noDevice;
}

}  // namespace

void MemcpyTracks::add(std::uint32_t fileTrack, const SpanRecord& copy, const SourceText& source) {
  m_fileTracks[fileTrack].copies.push_back({copy.start, copy.offset, deviceOf(source, copy.offset)});
}

void MemcpyTracks::sort() {
  for (auto& [number, fileTrack] : m_fileTracks) {
    std::ranges::sort(fileTrack.copies);
  }
}

std::vector<std::int32_t> MemcpyTracks::devicesOf(std::uint32_t fileTrack) const {
  std::vector<std::int32_t> devices;
  if (const auto at = m_fileTracks.find(fileTrack); at != m_fileTracks.end()) {
    for (const Copy& copy : at->second.copies) {
      devices.push_back(copy.device);
    }
    std::ranges::sort(devices);
    devices.erase(std::ranges::unique(devices).begin(), devices.end());
  }
  return devices;
}

TrackId MemcpyTracks::trackOf(std::uint32_t fileTrack, Time start, std::uint64_t offset) const {
  const FileTrack& found = m_fileTracks.at(fileTrack);
  const auto at = std::ranges::lower_bound(found.copies, Copy{start, offset, INT32_MIN});
  const bool isKnown = at != found.copies.end() && at->start == start && at->offset == offset;
  return isKnown ? found.tracks.at(at->device) : TrackId::none;
}

TrackId MemcpyTracks::trackAt(std::uint32_t fileTrack, Time time) const {
  const FileTrack& found = m_fileTracks.at(fileTrack);
  auto at = std::ranges::upper_bound(found.copies, time, {}, &Copy::start);
  at -= at == found.copies.begin() ? 0 : 1;
  return found.tracks.at(at->device);
}

}  // namespace kernline::chrome

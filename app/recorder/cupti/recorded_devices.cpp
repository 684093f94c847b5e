// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/recorded_devices.h"

#include "app/recorder/cupti/cuda_driver.h"

#include <algorithm>

namespace kernline::recorder {

const DeviceProperties& RecordedDevices::of(std::uint32_t ordinal) {
  if (const auto known = m_known.find(ordinal); known != m_known.end()) {
    return known->second;
  }
  DeviceProperties properties = propertiesOf(static_cast<int>(ordinal));
  if (!m_uuids.empty() && !properties.uuid.empty()) {
    const auto listed = std::ranges::find(m_uuids, properties.uuid);
    // One that the recorder did not see comes behind those that it did.
    properties.id =
        static_cast<int>(listed - m_uuids.begin()) + (listed == m_uuids.end() ? static_cast<int>(ordinal) : 0);
  }
  return m_known.emplace(ordinal, std::move(properties)).first->second;
}

}  // namespace kernline::recorder

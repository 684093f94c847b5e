// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/device_properties.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kernline::recorder {

/// The GPUs of this process as the recording counts them: CUDA_VISIBLE_DEVICES may have made another one this
/// process's GPU 0. Asks the driver when a GPU first appears in a record.
class RecordedDevices {
 public:
  explicit RecordedDevices(std::vector<std::string> uuids) : m_uuids(std::move(uuids)) {}

  /// `ordinal` is CUDA's in this process; the id of the answer is the recording's.
  const DeviceProperties& of(std::uint32_t ordinal);

 private:
  std::vector<std::string> m_uuids;
  std::map<std::uint32_t, DeviceProperties> m_known;
};

}  // namespace kernline::recorder

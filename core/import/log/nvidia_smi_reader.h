// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/made_table.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// Reads what nvidia-smi prints of all devices, as a table with a row a device, and one with a row a process:
///
///     | NVIDIA-SMI 550.54.15      Driver Version: 550.54.15      CUDA Version: 12.4     |
///     |   0  NVIDIA H100 80GB HBM3          On  |   00000000:19:00.0 Off |            0 |
///     | N/A   34C    P0            118W /  700W |    1234MiB /  81559MiB | 12%  Default |
///
///     |    0   N/A  N/A     12345      C   python                            1220MiB |
class NvidiaSmiReader {
 public:
  explicit NvidiaSmiReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_isOpen; }

 private:
  void takeVersions(std::string_view text, const SourceLine& line, Scope& scope);
  void takeDevice(const std::vector<std::string_view>& cells);
  void takeFigures(const std::vector<std::string_view>& cells, std::uint32_t line);
  void takeProcess(std::string_view text, std::uint32_t line);

  LogBuilder& m_log;
  bool m_isOpen = false;
  MadeTable::Cells m_device;  // cells of the line above
  MadeTable::Place m_place;
  MadeTable m_devices;
  MadeTable m_processes;
};

}  // namespace kernline::logs

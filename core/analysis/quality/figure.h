// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace kernline {

/// Groups of figures that views show, by what they rest on.
enum class Figure : std::uint8_t {
  WallTime,          ///< first start, last end, and shares of the length between
  DeviceBusy,        ///< busy and idle time of devices, and of their parts
  IdleCauses,        ///< causes of idle time of devices
  KernelStatistics,  ///< counts, sums and middles of device activity
  HostStatistics,    ///< the same of operators, calls and frames
  LaunchLatency,     ///< time from call to device activity
  QueueDepth,        ///< launched and not yet done
  OpAttribution,     ///< operator of each device activity
  Utilization,       ///< MFU and memory bandwidth: FLOPs and bytes of operators over time
  Steps,             ///< figures of a step
  Counters,          ///< series of values, memory
  Links,             ///< arrows between spans
  Names,             ///< texts only
  Count_
};

/// "busy and idle time", "launch latency", …
[[nodiscard]] std::string_view toText(Figure figure);

class Figures {
 public:
  constexpr Figures() = default;
  constexpr Figures(std::initializer_list<Figure> figures) {
    for (const Figure figure : figures) {
      m_bits |= bit(figure);
    }
  }

  [[nodiscard]] constexpr bool contains(Figure figure) const { return (m_bits & bit(figure)) != 0; }
  [[nodiscard]] constexpr bool overlaps(Figures other) const { return (m_bits & other.m_bits) != 0; }
  [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
  constexpr bool operator==(const Figures&) const = default;

 private:
  static constexpr std::uint32_t bit(Figure figure) { return std::uint32_t{1} << static_cast<unsigned>(figure); }
  std::uint32_t m_bits = 0;
};

/// The texts of all, with commas; empty for none.
[[nodiscard]] std::string toText(Figures figures);

}  // namespace kernline

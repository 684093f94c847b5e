// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/recorder/parameters/parameter.h"

namespace kernline::recorder {

/// Every parameter of a kernel with the value it has in one run, checked against its limits.
class Values {
 public:
  /// Standard values for those not in `settings`; of two settings of one name the later counts. Throws Failure with the
  /// parameter, the requested value and the allowed ones.
  Values(std::span<const Parameter> parameters, std::span<const Setting> settings);

  std::int64_t whole(std::string_view name) const;
  bool flag(std::string_view name) const;
  const std::string& choice(std::string_view name) const;

  std::span<const Parameter> parameters() const { return m_parameters; }

  /// The value as `--set` would take it.
  std::string text(const Parameter& parameter) const;

 private:
  const Parameter& parameter(std::string_view name) const;
  void set(const Setting& setting);

  std::vector<Parameter> m_parameters;
  std::map<std::string, std::int64_t, std::less<>> m_values;  // values; for a choice its index
};

/// `seq_len=1024,2048` split, for --sweep; with one value also for --set. Throws Failure.
struct Sweep {
  std::string name;
  std::vector<std::string> values;
};
Sweep sweepOf(std::string_view text);
Setting settingOf(std::string_view text);

/// Every combination of the sweeps' values on top of `settings`, the last sweep running fastest.
std::vector<std::vector<Setting>> combinations(std::span<const Setting> settings, std::span<const Sweep> sweeps);

}  // namespace kernline::recorder

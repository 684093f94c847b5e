// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/device_option.h"

#include "core/model/format/printable_text.h"

#include <fmt/format.h>

namespace kernline::cli {

namespace {

std::string isUnknown(const std::string& device) {
  return printable(device) + " is not in the table of devices";
}

}  // namespace

void addDeviceOption(CLI::App& command, std::string& into) {
  const auto known = [](const std::string& device) {
    return ceilingsOf(device) ? std::string()
                              : isUnknown(device.empty() ? "\"\"" : device) + "; name a GPU such as H100 or MI300X";
  };
  command
      .add_option("--device", into,
                  "Use the peak rates of this GPU instead of the one in the trace, e.g. H100. The page File schemas "
                  "says where GPUs are listed")
      ->check(CLI::Validator(known, "NAME"))
      ->option_text("NAME");
}

Json referenceDeviceJson(const ReferenceDevice& device) {
  const std::string_view source = !device.ceilings ? "" : device.isGiven ? "given" : toText(device.ceilings->origin);
  return {{"name", device.name.empty() ? Json(nullptr) : textValue(device.name)},
          {"source", source.empty() ? Json(nullptr) : textValue(source)}};
}

std::string withoutCeilings(const ReferenceDevice& device) {
  return fmt::format("no peak rates: {}. Name a device with --device",
                     device.name.empty() ? "the device is unknown" : isUnknown(device.name));
}

}  // namespace kernline::cli

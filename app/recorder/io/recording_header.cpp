// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/recording_header.h"

#include <unistd.h>
#include <nlohmann/json.hpp>

#include <array>
#include <ctime>

namespace kernline::recorder {

namespace {

using Json = nlohmann::ordered_json;

constexpr int formatVersion = 1;

Json deviceJson(const DeviceProperties& device) {
  Json json = {
      {"id", device.id},
      {"name", device.name},
      {"uuid", device.uuid},
      {"totalGlobalMem", device.totalMemory},
      {"computeMajor", device.computeMajor},
      {"computeMinor", device.computeMinor},
      {"maxThreadsPerBlock", device.maxThreadsPerBlock},
      {"maxThreadsPerMultiprocessor", device.maxThreadsPerSm},
      {"maxBlocksPerMultiprocessor", device.maxBlocksPerSm},
      {"regsPerBlock", device.registersPerBlock},
      {"warpSize", device.warpSize},
      {"sharedMemPerBlock", device.sharedMemoryPerBlock},
      {"numSms", device.smCount},
      {"regsPerMultiprocessor", device.registersPerSm},
      {"sharedMemPerBlockOptin", device.sharedMemoryPerBlockOptIn},
      {"sharedMemPerMultiprocessor", device.sharedMemoryPerSm},
      {"l2CacheSize", device.l2Bytes},
      {"memoryBusWidth", device.memoryBusBits},
      {"memoryClockRate", device.memoryClockKhz},
      {"clockRate", device.smClockKhz},
  };
  if (!device.ceilings.empty()) {
    json["ceilings"] = device.ceilings;
  }
  return json;
}

std::string hostName() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string isoTime(std::int64_t nanoseconds) {
  const std::time_t seconds = nanoseconds / 1'000'000'000;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return {text.data(), length};
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string headerText(const RecordingHeader& header) {
  Json devices = Json::array();
  for (const DeviceProperties& device : header.devices) {
    devices.push_back(deviceJson(device));
  }
  Json top = {
      {"schemaVersion", 1},
      {"displayTimeUnit", "ns"},
      {"baseTimeNanoseconds", header.clock.realtimeBase},
      {"deviceProperties", devices},
  };
  if (header.runtimeVersion > 0) {
    top["cuda_runtime_version"] = header.runtimeVersion;
  }
  if (header.driverVersion > 0) {
    top["cuda_driver_version"] = header.driverVersion;
  }
  top["kernlineRecording"] = {
      {"version", formatVersion},
      {"command", header.command},
      {"host", hostName()},
      {"clock", "CLOCK_REALTIME at start + CLOCK_MONOTONIC"},
      {"cuptiVersion", header.cuptiVersion},
      {"driver", header.driver},
      {"started", isoTime(header.clock.realtimeBase + header.begin)},
  };
  if (!header.torch.empty()) {
    top["kernlineRecording"]["torch"] = header.torch;
  }
  std::string text = dump(top);
  text.pop_back();  // the closing brace: the footer has it
  // An event of no row, so that every later one can begin with a comma.
  text +=
      ",\n\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"trace_producer\",\"pid\":0,\"ts\":0,\"args\":{\"name\":"
      "\"kernline "
      "record\"}}";
  return text;
}

std::string footerText(const RecordingFooter& footer) {
  Json records = Json::object();
  for (std::size_t i = 0; i < recordNames.size(); ++i) {
    if (footer.records.of[i] > 0) {
      records[std::string(recordNames[i])] = footer.records.of[i];
    }
  }
  Json about = {{"records", records}, {"dropped", footer.dropped}, {"ended", footer.ended}, {"status", footer.status}};
  if (footer.status < 0) {
    about.erase("status");
  }
  if (footer.inFlight > 0) {
    about["inFlight"] = footer.inFlight;
  }
  if (footer.operatorCost > 0) {
    about["operatorCostNanoseconds"] = footer.operatorCost;
  }
  if (!footer.notes.empty()) {
    about["notes"] = footer.notes;
  }
  return "\n],\n\"kernlineFooter\":" + dump(about) + "}\n";
}

}  // namespace kernline::recorder

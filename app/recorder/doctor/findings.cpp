// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/doctor/findings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace kernline::recorder {

namespace {

using State = Finding::State;

/// "13.0" of 13000.
std::string cudaVersion(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

/// Returns the CUDA version of a CUPTI, from the list in cupti_version.h; 0 if unknown.
int cudaOfCupti(int version) {
  constexpr int newNumbering = 100'000;
  constexpr int numberOf124 = 22;
  if (version >= newNumbering) {
    return version / 10'000 * 1000 + version / 100 % 100 * 10;
  }
  return version >= numberOf124 ? 12'000 : 0;
}

Finding driverFinding(const Machine& machine) {
  if (machine.hasDriverLibrary) {
    return {"driver", State::Good,
            machine.driver.empty() ? "NVIDIA driver found" : fmt::format("NVIDIA driver {}", machine.driver), ""};
  }
  const char* advice = "install the NVIDIA driver (package nvidia-driver), then reboot";
  if (machine.isContainer) {
    advice =
        "start the container with GPU access: docker run --gpus all, with the NVIDIA Container Toolkit on the host";
  } else if (machine.isWsl) {
    advice = "install the NVIDIA driver on Windows, not in WSL, then restart WSL";
  } else if (machine.hasDriverModule) {
    advice = "the kernel module is loaded, but libcuda.so.1 is not installed: install package libcuda1";
  }
  return {"driver", State::Bad, "no NVIDIA driver: libcuda.so.1 not found", advice};
}

Finding deviceFinding(const Machine& machine) {
  if (!machine.devices.empty()) {
    std::string names;
    for (const DeviceProperties& device : machine.devices) {
      names += fmt::format("{}GPU {}: {}", names.empty() ? "" : ", ", device.id, device.name);
    }
    return {"GPU", State::Good, names, ""};
  }
  if (!machine.hasDeviceFiles && machine.isContainer) {
    return {"GPU", State::Bad, "the container has no /dev/nvidia* files",
            "start the container with GPU access: docker run --gpus all, or --device nvidia.com/gpu=all"};
  }
  if (!machine.hasDeviceFiles && !machine.isWsl) {
    return {"GPU", State::Bad, "no /dev/nvidia* files",
            "load the kernel module of the driver (modprobe nvidia), or check with lspci for an NVIDIA GPU"};
  }
  if (!machine.mayOpenDeviceFiles) {
    return {"GPU", State::Bad, "no permission to open /dev/nvidia*", "add the user to the group that owns these files"};
  }
  return {"GPU", State::Bad,
          machine.driverError.empty() ? "the driver reports no GPU"
                                      : fmt::format("cannot use the driver: {}", machine.driverError),
          "check CUDA_VISIBLE_DEVICES and the output of nvidia-smi"};
}

/// A sentence "cause; what to do" as a finding.
Finding missingLibrary(const char* check, State state, const std::string& problem) {
  const std::size_t cut = problem.find("; ");
  return {check, state, problem.substr(0, cut), cut == std::string::npos ? "" : problem.substr(cut + 2)};
}

Finding cuptiFinding(const Machine& machine) {
  if (machine.cuptiPath.empty() || !machine.cuptiProblem.empty()) {
    Finding finding =
        missingLibrary("CUPTI", State::Bad, machine.cuptiProblem.empty() ? "CUPTI not found" : machine.cuptiProblem);
    if (finding.advice.empty()) {
      finding.advice =
          "install the cuda-cupti package of the CUDA toolkit, or set KERNLINE_CUPTI to the path of libcupti.so";
    }
    return finding;
  }
  const int cuda = cudaOfCupti(machine.cuptiVersion);
  if (machine.driverCuda > 0 && cuda / 1000 > machine.driverCuda / 1000) {
    return {"CUPTI", State::Bad,
            fmt::format("CUPTI is from CUDA {}, but the driver supports at most CUDA {}", cudaVersion(cuda),
                        cudaVersion(machine.driverCuda)),
            "install a newer driver, or set KERNLINE_CUPTI to the path of an older libcupti.so"};
  }
  return {"CUPTI", State::Good, fmt::format("version {} at {}", machine.cuptiVersion, machine.cuptiPath), ""};
}

Finding recordingFinding(const Machine& machine) {
  if (machine.isSubscribedByOther) {
    return {"recording", State::Bad, "another profiler or debugger is using CUPTI in this process",
            "run without Nsight, cuda-gdb or compute-sanitizer: CUPTI supports one client at a time"};
  }
  if (!machine.subscribeError.empty()) {
    return {"recording", State::Bad, fmt::format("CUPTI cannot start: {}", machine.subscribeError),
            "check whether the GPU is virtual (vGPU profiling must be enabled), in confidential mode, or too old for "
            "this CUPTI"};
  }
  return {"recording", State::Good, "CUPTI works", ""};
}

void addFurther(const Machine& machine, std::vector<Finding>& findings) {
  for (const std::string& name : machine.unsupported) {
    findings.push_back(
        {"GPU support", State::Bad, fmt::format("CUPTI cannot record {}", name),
         "record on another GPU, or set KERNLINE_CUPTI to the CUPTI of a toolkit that supports this GPU"});
  }
  if (!machine.blasProblem.empty()) {
    findings.push_back(missingLibrary("cuBLASLt", State::Note, machine.blasProblem));
  }
  if (!machine.nvrtcProblem.empty()) {
    findings.push_back(missingLibrary("NVRTC", State::Note, machine.nvrtcProblem));
  }
  if (!machine.otherInjection.empty()) {
    findings.push_back({"other profiler", State::Bad,
                        fmt::format("another profiler is set to be loaded into programs: {}", machine.otherInjection),
                        "unset CUDA_INJECTION64_PATH and NVTX_INJECTION64_PATH"});
  }
  const auto mig = std::ranges::find_if(
      machine.devices, [](const DeviceProperties& device) { return device.name.find("MIG") != std::string::npos; });
  if (mig != machine.devices.end()) {
    findings.push_back({"MIG", State::Note, fmt::format("{} is a MIG instance", mig->name),
                        "timelines can be recorded; SM count and bandwidth are those of the instance"});
  }
  if (machine.areCountersRestricted && !machine.isRoot) {
    findings.push_back(
        {"permissions", State::Note,
         "GPU performance counters require administrator rights (ERR_NVGPUCTRPERM); timelines do not",
         "no action needed for timelines; record --counters and --profile and Nsight Compute need root or the driver "
         "option NVreg_RestrictProfilingToAdminUsers=0"});
  }
  if (!machine.hasInjectLibrary) {
    findings.push_back({"installation", State::Bad, "libkernline-inject.so not found next to kernline-recorder",
                        "reinstall Kernline"});
  }
}

std::string_view stateName(State state) {
  switch (state) {
    case State::Good:
      return "ok";
    case State::Note:
      return "note";
    case State::Bad:
      return "problem";
  }
  return "";
}

}  // namespace

std::vector<Finding> examine(const Machine& machine) {
  std::vector<Finding> findings{driverFinding(machine)};
  if (machine.hasDriverLibrary) {
    findings.push_back(deviceFinding(machine));
  }
  if (!machine.toolkit.empty()) {
    findings.push_back({"toolkit", State::Good, fmt::format("built with CUDA {}", machine.toolkit), ""});
  }
  findings.push_back(cuptiFinding(machine));
  // Without a GPU CUPTI cannot begin, and the cause has been said.
  if (!machine.devices.empty() && findings.back().state == State::Good) {
    findings.push_back(recordingFinding(machine));
  }
  addFurther(machine, findings);
  return findings;
}

bool isUsable(const std::vector<Finding>& findings) {
  return std::ranges::none_of(findings, [](const Finding& finding) { return finding.state == State::Bad; });
}

std::string findingsText(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += fmt::format("{:<9}{:<15}{}\n", stateName(finding.state), finding.check, finding.says);
    if (!finding.advice.empty()) {
      text += fmt::format("{:<24}{}\n", "", finding.advice);
    }
  }
  return text;
}

std::string findingsJson(const std::vector<Finding>& findings) {
  using Json = nlohmann::ordered_json;
  Json checks = Json::array();
  for (const Finding& finding : findings) {
    checks.push_back({{"check", finding.check},
                      {"state", stateName(finding.state)},
                      {"says", finding.says},
                      {"advice", finding.advice}});
  }
  const Json all = {{"schema", "kernline-record-doctor-1"}, {"usable", isUsable(findings)}, {"checks", checks}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kernline::recorder

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/device_properties.h"

#include <string>
#include <vector>

namespace kernline::recorder {

/// Properties of a machine that matter to recording.
struct Machine {
  bool isContainer = false;
  bool isWsl = false;
  bool hasDriverLibrary = false;   ///< libcuda.so.1
  bool hasDriverModule = false;    ///< /proc/driver/nvidia, which the kernel module makes
  bool hasDeviceFiles = false;     ///< /dev/nvidiactl and at least one GPU
  bool mayOpenDeviceFiles = true;  ///< permission of this user
  std::string driver;              ///< "580.159.04", or empty
  int driverCuda = 0;              ///< the newest CUDA it knows, 13000 = 13.0; 0 if unknown
  std::string driverError;         ///< error of its initialization; empty if successful
  std::vector<DeviceProperties> devices;
  std::vector<std::string> unsupported;  ///< names of those that CUPTI cannot record
  std::string toolkit;                   ///< the toolkit that the recorder was built with, "13.0"
  std::string cuptiPath;                 ///< empty if not found
  int cuptiVersion = 0;                  ///< CUPTI_API_VERSION
  std::string cuptiProblem;              ///< reason why it is missing
  std::string nvrtcProblem;              ///< reason why kernels of one's own cannot be compiled; empty if they can
  std::string blasProblem;               ///< reason why matrix products cannot be computed; empty if they can
  std::string subscribeError;            ///< error of starting CUPTI; empty if successful
  bool isSubscribedByOther = false;      ///< whether the cause is another program that has subscribed
  std::string otherInjection;            ///< CUDA_INJECTION64_PATH or NVTX_INJECTION64_PATH of another tool
  bool hasInjectLibrary = false;         ///< libkernline-inject.so
  bool areCountersRestricted = false;    ///< NVreg_RestrictProfilingToAdminUsers=1
  bool isRoot = false;
};

struct Finding {
  enum class State { Good, Note, Bad };
  std::string check;  ///< "driver"
  State state = State::Good;
  std::string says;
  std::string advice;  ///< remedy; empty if none is needed
};

/// Returns what works, is worth knowing, or prevents recording on a machine, in order of dependency.
std::vector<Finding> examine(const Machine& machine);

/// Returns true if there is no obstacle.
bool isUsable(const std::vector<Finding>& findings);

/// Lines for a terminal, and the same as JSON: {"usable":…,"checks":[{"check","state","says","advice"}]}.
std::string findingsText(const std::vector<Finding>& findings);
std::string findingsJson(const std::vector<Finding>& findings);

}  // namespace kernline::recorder

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kernline::recorder {

// The variables that the recorder sets for the processes that it records, children included.
inline constexpr const char* socketVariable = "KERNLINE_RECORDER_SOCKET";  ///< name of the abstract Unix socket
inline constexpr const char* clockVariable = "KERNLINE_RECORDER_CLOCK";    ///< CLOCK_MONOTONIC at the beginning, ns
inline constexpr const char* startVariable = "KERNLINE_RECORDER_START";    ///< ns after that at which to begin
inline constexpr const char* devicesVariable =
    "KERNLINE_RECORDER_DEVICES";  ///< uuids in the recording's order, by comma
inline constexpr const char* sourceVariable =
    "KERNLINE_RECORDER_SOURCE";  ///< exponent of cycles, a colon, and the folder for samples of program counters
inline constexpr const char* callsVariable = "KERNLINE_RECORDER_CALLS";  ///< RecordedCalls as text
inline constexpr const char* torchVariable = "KERNLINE_RECORDER_TORCH";  ///< TorchChoice as text

// Variables of a program that stands by for an armed recorder.
inline constexpr const char* armedVariable = "KERNLINE_RECORDER_ARMED";         ///< name of the abstract Unix socket
inline constexpr const char* stepsVariable = "KERNLINE_RECORDER_STEPS";         ///< StepRange as text; empty if none
inline constexpr const char* slowStepVariable = "KERNLINE_RECORDER_SLOW_STEP";  ///< factor over the median; 0 for none
inline constexpr const char* whenVariable = "KERNLINE_RECORDER_WHEN";  ///< Conditions as text, of a process that
                                                                       ///< is recorded all the time

inline constexpr const char* profileVariable = "KERNLINE_RECORDER_PROFILE";    ///< kernels to count, as ProfileRequest
inline constexpr const char* launchesVariable = "KERNLINE_RECORDER_LAUNCHES";  ///< launches of each to count
inline constexpr const char* metricsVariable = "KERNLINE_RECORDER_METRICS";    ///< CUPTI's names, by comma

// The variables by which CUDA and NVTX load the injected library.
inline constexpr const char* cudaInjectionVariable = "CUDA_INJECTION64_PATH";
inline constexpr const char* nvtxInjectionVariable = "NVTX_INJECTION64_PATH";

}  // namespace kernline::recorder

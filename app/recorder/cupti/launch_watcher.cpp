// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/launch_watcher.h"

#include "app/recorder/cupti/activity_names.h"
#include "app/recorder/cupti/cuda_driver.h"
#include "app/recorder/cupti/cupti_library.h"

#include <string_view>

namespace kernline::recorder {

void LaunchWatcher::subscribe(CUpti_SubscriberHandle subscriber) {
  const CuptiLibrary& cupti = cuptiLibrary();
  CallNames names(CUPTI_CB_DOMAIN_DRIVER_API);
  m_calls.assign(names.count(), Call::Other);
  for (std::uint32_t id = 1; cupti.enableCallback != nullptr && id < names.count(); ++id) {
    const std::string_view name = names.of(id);
    if (name == "cuLaunchKernel" || name == "cuLaunchKernelEx" || name == "cuLaunchCooperativeKernel") {
      m_calls[id] = Call::Launch;
    } else if (name.starts_with("cuStreamBeginCapture")) {
      m_calls[id] = Call::BeginCapture;
    } else if (name.starts_with("cuStreamEndCapture")) {
      m_calls[id] = Call::EndCapture;
    } else {
      continue;
    }
    cupti.enableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  }
}

void LaunchWatcher::called(CUpti_CallbackId id, const CUpti_CallbackData& call) {
  const bool isEnter = call.callbackSite == CUPTI_API_ENTER;
  switch (id < m_calls.size() ? m_calls[id] : Call::Other) {
    case Call::Launch:
      if (isEnter) {
        launching(id, call);
      } else {
        launched(call);
      }
      break;
    case Call::BeginCapture:
      if (isEnter) {
        captureBegins();
      }
      break;
    case Call::EndCapture:
      if (!isEnter) {
        captureEnds();
      }
      break;
    case Call::Other:
      break;
  }
}

LaunchWatcher::News LaunchWatcher::take() {
  const std::scoped_lock lock(m_newsMutex);
  return std::exchange(m_news, {});
}

void LaunchWatcher::await(std::uint32_t correlation) {
  const std::scoped_lock lock(m_newsMutex);
  m_news.awaited.push_back(correlation);
}

void LaunchWatcher::ignore(std::uint32_t correlation) {
  const std::scoped_lock lock(m_newsMutex);
  m_news.ignored.push_back(correlation);
}

void LaunchWatcher::tell(CountedLaunch launch) {
  const std::scoped_lock lock(m_newsMutex);
  m_news.counted.push_back(std::move(launch));
}

bool isCaptured(CUpti_CallbackId id, const CUpti_CallbackData& launch) {
  const bool isEx =
      id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx || id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz;
  const bool isPerThread = std::string_view(launch.functionName).ends_with("_ptsz");
  CUstream stream = nullptr;
  if (isEx) {
    stream = static_cast<const cuLaunchKernelEx_params*>(launch.functionParams)->config->hStream;
  } else if (id == CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel ||
             id == CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz) {
    stream = static_cast<const cuLaunchCooperativeKernel_params*>(launch.functionParams)->hStream;
  } else {
    stream = static_cast<const cuLaunchKernel_params*>(launch.functionParams)->hStream;
  }
  stream = stream == nullptr && isPerThread ? CU_STREAM_PER_THREAD : stream;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  return cudaDriver().isCapturing == nullptr || cudaDriver().isCapturing(stream, &status) != CUDA_SUCCESS ||
         status != CU_STREAM_CAPTURE_STATUS_NONE;
}

bool waitForContext() {
  return cudaDriver().synchronize != nullptr && cudaDriver().synchronize() == CUDA_SUCCESS;
}

}  // namespace kernline::recorder

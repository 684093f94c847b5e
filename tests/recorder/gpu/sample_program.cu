// SPDX-License-Identifier: Apache-2.0
// Something to record. `work`: a known number of everything, printed as JSON. `tick S`: a kernel a millisecond for S
// seconds. `reset`: works and resets the device, twice. `annotate`: ranges of NVTX. `fast N`: N kernels as fast as they can be launched. `children`: two processes that work, one forked, one executed.
#include <execinfo.h>
#include <nvtx3/nvToolsExt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#define CHECK(call)                                                                                    \
  if (const cudaError_t error = (call); error != cudaSuccess) {                                        \
    std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));                \
    std::exit(5);                                                                                      \
  }

__global__ void addOne(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    values[i] += 1;
  }
}

__global__ void reverse(float* values, int count) {
  __shared__ float part[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < count ? values[i] : 0;
  __syncthreads();
  if (i < count) {
    values[i] = part[blockDim.x - 1 - threadIdx.x];
  }
}

constexpr int count = 1 << 20;
constexpr int launches = 1000;
constexpr int graphLaunches = 5;
constexpr int graphKernels = 4;

static void work() {
  float* values = nullptr;
  float* pooled = nullptr;
  float* host = nullptr;
  cudaStream_t streams[2];
  cudaEvent_t event;
  CHECK(cudaMalloc(&values, count * sizeof(float)));
  CHECK(cudaMallocHost(&host, count * sizeof(float)));
  CHECK(cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&event));
  nvtxRangePushA("everything");
  CHECK(cudaMemsetAsync(values, 0, count * sizeof(float), streams[0]));
  CHECK(cudaMallocAsync(reinterpret_cast<void**>(&pooled), count * sizeof(float), streams[0]));
  CHECK(cudaMemcpyAsync(pooled, values, count * sizeof(float), cudaMemcpyDeviceToDevice, streams[0]));
  for (int i = 0; i < launches; ++i) {
    nvtxRangePushA("a launch");
    addOne<<<count / 256, 256, 0, streams[0]>>>(values, count);
    nvtxRangePop();
  }
  CHECK(cudaEventRecord(event, streams[0]));
  CHECK(cudaStreamWaitEvent(streams[1], event));
  reverse<<<count / 256, 256, 0, streams[1]>>>(values, count);
  CHECK(cudaMemcpyAsync(host, values, count * sizeof(float), cudaMemcpyDeviceToHost, streams[1]));
  CHECK(cudaStreamSynchronize(streams[1]));
  CHECK(cudaFreeAsync(pooled, streams[0]));

  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
  for (int i = 0; i < graphKernels; ++i) {
    addOne<<<count / 256, 256, 0, streams[0]>>>(values, count);
  }
  CHECK(cudaStreamEndCapture(streams[0], &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < graphLaunches; ++i) {
    CHECK(cudaGraphLaunch(executable, streams[0]));
  }
  CHECK(cudaDeviceSynchronize());
  nvtxMarkA("done");
  nvtxRangePop();
  std::printf("{\"kernels\":%d,\"copies\":2,\"sets\":1,\"graph_kernels\":%d,\"ranges\":%d,\"first\":%g}\n",
              launches + 1 + graphLaunches * graphKernels, graphLaunches * graphKernels, launches + 2, host[0]);
  CHECK(cudaFree(values));
  CHECK(cudaFreeHost(host));
}

/// Works, and takes its context down twice, as programs do that want a leak checker to be content.
static void workAndReset() {
  work();
  CHECK(cudaDeviceReset());
  work();
  CHECK(cudaDeviceReset());
}

static void tick(double seconds) {
  float* values = nullptr;
  CHECK(cudaMalloc(&values, count * sizeof(float)));
  const auto begin = std::chrono::steady_clock::now();
  long launched = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds) {
    addOne<<<count / 256, 256>>>(values, count);
    ++launched;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("{\"kernels\":%ld}\n", launched);
}

static void fast(long launched) {
  float* values = nullptr;
  CHECK(cudaMalloc(&values, 1024 * sizeof(float)));
  addOne<<<4, 256>>>(values, 1024);
  CHECK(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  for (long i = 1; i < launched; ++i) {
    addOne<<<4, 256>>>(values, 1024);
  }
  CHECK(cudaDeviceSynchronize());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("{\"kernels\":%ld,\"seconds\":%.3f,\"kernels_per_s\":%.0f}\n", launched, seconds, launched / seconds);
}

static void sayWhere(int) {
  void* frames[64];
  backtrace_symbols_fd(frames, backtrace(frames, 64), 2);
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}

static int children(char* self) {
  const pid_t forked = fork();
  if (forked == 0) {
    work();
    std::exit(0);
  }
  const pid_t executed = fork();
  if (executed == 0) {
    execl(self, self, "work", nullptr);
    std::exit(6);
  }
  int first = 0;
  int second = 0;
  waitpid(forked, &first, 0);
  waitpid(executed, &second, 0);
  return first != 0 || second != 0 ? 7 : 0;
}

/// One range with everything that NVTX takes, and one of a domain that overlaps it.
static void annotate() {
  CHECK(cudaFree(nullptr));
  nvtxEventAttributes_t said{};
  said.version = NVTX_VERSION;
  said.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  said.messageType = NVTX_MESSAGE_TYPE_ASCII;
  said.message.ascii = "colored";
  said.colorType = NVTX_COLOR_ARGB;
  said.color = 0xFF00C0FF;
  said.category = 3;
  said.payloadType = NVTX_PAYLOAD_TYPE_INT64;
  said.payload.llValue = -7;
  nvtxRangePushEx(&said);
  nvtxMarkEx(&said);
  nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
  said.message.ascii = "of a library";
  const nvtxRangeId_t range = nvtxDomainRangeStartEx(domain, &said);
  nvtxRangePop();
  nvtxDomainRangeEnd(domain, range);
  nvtxRangePushA("plain");
  nvtxRangePop();
}

int main(int argc, char** argv) {
  std::signal(SIGSEGV, sayWhere);
  const char* what = argc > 1 ? argv[1] : "work";
  if (std::strcmp(what, "children") == 0) {
    return children(argv[0]);
  }
  if (std::strcmp(what, "tick") == 0) {
    tick(argc > 2 ? std::atof(argv[2]) : 1);
    return 0;
  }
  if (std::strcmp(what, "reset") == 0) {
    workAndReset();
    return 0;
  }
  if (std::strcmp(what, "annotate") == 0) {
    annotate();
    return 0;
  }
  if (std::strcmp(what, "fast") == 0) {
    fast(argc > 2 ? std::atol(argv[2]) : 1000000);
    return 0;
  }
  work();
  return argc > 2 ? std::atoi(argv[2]) : 0;
}

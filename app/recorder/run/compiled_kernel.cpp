// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/compiled_kernel.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include "app/recorder/cuda/driver_entry.h"
#include "app/recorder/cuda/nvrtc_library.h"
#include "app/recorder/run/blocks_header.h"

namespace kernline::recorder {

namespace {

void checkNvrtc(nvrtcResult result, const char* doing) {
  if (result != NVRTC_SUCCESS) {
    throw Failure(ExitCode::kernelFailed, std::string(doing) + ": NVRTC error: " + nvrtcLibrary().errorString(result));
  }
}

void checkDriver(CUresult result, const char* doing) {
  if (result != CUDA_SUCCESS) {
    const char* text = "unknown";
    driverEntry<decltype(&cuGetErrorString)>("cuGetErrorString")(result, &text);
    throw Failure(ExitCode::kernelFailed, std::string(doing) + ": " + text);
  }
}

class Program {
 public:
  Program(const std::string& path, const std::string& source) {
    const std::array headers{blocksHeaderText()};
    const std::array names{blocksHeaderName};
    checkNvrtc(nvrtcLibrary().createProgram(&m_program, source.c_str(), path.c_str(), static_cast<int>(headers.size()),
                                            headers.data(), names.data()),
               "reading the source");
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { nvrtcLibrary().destroyProgram(&m_program); }

  nvrtcProgram get() const { return m_program; }

  std::string log() const {
    std::size_t size = 0;
    nvrtcLibrary().logSize(m_program, &size);
    std::string text(size, '\0');
    nvrtcLibrary().log(m_program, text.data());
    while (!text.empty() && text.back() == '\0') {
      text.pop_back();
    }
    return text;
  }

  std::string machineCode() const {
    std::size_t size = 0;
    checkNvrtc(nvrtcLibrary().codeSize(m_program, &size), "compiling");
    std::string code(size, '\0');
    checkNvrtc(nvrtcLibrary().code(m_program, code.data()), "compiling");
    return code;
  }

 private:
  nvrtcProgram m_program = nullptr;
};

/// The toolkit's headers (cuda_fp16.h and so on), where there is a toolkit.
std::vector<std::string> includeOptions() {
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* folder = std::getenv(variable)) {
      folders.emplace_back(folder);
    }
  }
  folders.emplace_back("/usr/local/cuda");
  std::vector<std::string> options;
  for (const std::string& folder : folders) {
    std::error_code ignored;
    if (std::filesystem::exists(folder + "/include/cuda_fp16.h", ignored)) {
      options.push_back("--include-path=" + folder + "/include");
    }
  }
  return options;
}

std::string architecture(const DeviceFacts& facts) {
  // "a": with the instructions that only this generation has, wgmma and the like.
  return "--gpu-architecture=sm_" + std::to_string(facts.major) + std::to_string(facts.minor) +
         (facts.major >= 9 ? "a" : "");
}

}  // namespace

CompiledKernel::CompiledKernel(const std::string& path, const std::string& source, const std::string& kernel,
                               const std::vector<std::string>& options, const DeviceFacts& facts) {
  const Program program(path, source);
  checkNvrtc(nvrtcLibrary().addName(program.get(), kernel.c_str()), "looking up the kernel");
  std::vector<std::string> all{architecture(facts), "--std=c++17", "--generate-line-info"};
  for (const std::vector<std::string>& more : {includeOptions(), options}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  std::vector<const char*> words;
  for (const std::string& option : all) {
    words.push_back(option.c_str());
  }
  if (nvrtcLibrary().compile(program.get(), static_cast<int>(words.size()), words.data()) != NVRTC_SUCCESS) {
    throw CompileFailure(compileErrors(program.log(), path, source));
  }
  const char* lowered = nullptr;
  checkNvrtc(nvrtcLibrary().loweredName(program.get(), kernel.c_str(), &lowered), "looking up the kernel");
  const std::string code = program.machineCode();
  checkDriver(driverEntry<decltype(&cuModuleLoadData)>("cuModuleLoadData")(&m_module, code.data()),
              "loading the kernel");
  checkDriver(driverEntry<decltype(&cuModuleGetFunction)>("cuModuleGetFunction")(&m_function, m_module, lowered),
              "looking up the kernel");
}

void* CompiledKernel::variable(const char* name) const {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  const CUresult result =
      driverEntry<decltype(&cuModuleGetGlobal)>("cuModuleGetGlobal")(&address, &bytes, m_module, name);
  return result == CUDA_SUCCESS ? reinterpret_cast<void*>(address) : nullptr;
}

CompiledKernel::~CompiledKernel() {
  if (m_module != nullptr) {
    driverEntry<decltype(&cuModuleUnload)>("cuModuleUnload")(m_module);
  }
}

}  // namespace kernline::recorder

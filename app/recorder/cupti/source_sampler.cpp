// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/source_sampler.h"

#include "app/recorder/cupti/cuda_driver.h"
#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/cupti/loaded_modules.h"
#include "app/recorder/io/counted.h"
#include "app/recorder/io/quiet_thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace kernline::recorder {

namespace {

constexpr std::chrono::milliseconds samplesFetchPeriod{100};
constexpr std::size_t fetchedInstructions = 4096;  // instructions fetched at once
// Instructions of all functions; about 500 MB with all reasons.
constexpr std::size_t maxInstructions = std::size_t{1} << 20U;

/// Room for what CUPTI has sampled, of which it wants to be given every part.
class SampleBuffer {
 public:
  SampleBuffer(std::size_t instructions, std::size_t reasons)
      : m_reasons(instructions * reasons), m_instructions(instructions) {
    for (std::size_t i = 0; i < instructions; ++i) {
      m_instructions[i].size = sizeof(CUpti_PCSamplingPCData);
      m_instructions[i].stallReason = &m_reasons[i * reasons];
    }
    m_data.size = sizeof(CUpti_PCSamplingData);
    m_data.collectNumPcs = instructions;
    m_data.pPcData = m_instructions.data();
  }
  CUpti_PCSamplingData& data() { return m_data; }

 private:
  std::vector<CUpti_PCSamplingStallReason> m_reasons;
  std::vector<CUpti_PCSamplingPCData> m_instructions;
  CUpti_PCSamplingData m_data{};
};

/// The names of the reasons, by CUPTI's numbers.
CUptiResult readReasons(CUcontext context, std::vector<std::string>& names) {
  std::size_t count = 0;
  CUpti_PCSamplingGetNumStallReasonsParams numbered{};
  numbered.size = CUpti_PCSamplingGetNumStallReasonsParamsSize;
  numbered.ctx = context;
  numbered.numStallReasons = &count;
  if (const CUptiResult result = pcSamplingLibrary().reasonCount(&numbered); result != CUPTI_SUCCESS || count == 0) {
    return result == CUPTI_SUCCESS ? CUPTI_ERROR_NOT_SUPPORTED : result;
  }
  std::vector<std::uint32_t> indexes(count);
  std::vector<std::array<char, CUPTI_STALL_REASON_STRING_SIZE>> texts(count);
  std::vector<char*> pointers;
  std::ranges::transform(texts, std::back_inserter(pointers), [](auto& text) { return text.data(); });
  CUpti_PCSamplingGetStallReasonsParams asked{};
  asked.size = CUpti_PCSamplingGetStallReasonsParamsSize;
  asked.ctx = context;
  asked.numStallReasons = count;
  asked.stallReasonIndex = indexes.data();
  asked.stallReasons = pointers.data();
  if (const CUptiResult result = pcSamplingLibrary().reasons(&asked); result != CUPTI_SUCCESS) {
    return result;
  }
  names.resize(*std::ranges::max_element(indexes) + std::size_t{1});
  for (std::size_t i = 0; i < count; ++i) {
    names[indexes[i]] = texts[i].data();
  }
  return CUPTI_SUCCESS;
}

CUptiResult configure(CUcontext context, std::uint32_t exponent, CUpti_PCSamplingData& last) {
  std::array<CUpti_PCSamplingConfigurationInfo, 3> settings{};
  settings[0].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD;
  settings[0].attributeData.samplingPeriodData.samplingPeriod = exponent;
  settings[1].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE;
  settings[1].attributeData.collectionModeData.collectionMode = CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS;
  settings[2].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER;
  settings[2].attributeData.samplingDataBufferData.samplingDataBuffer = &last;
  CUpti_PCSamplingConfigurationInfoParams configured{};
  configured.size = CUpti_PCSamplingConfigurationInfoParamsSize;
  configured.ctx = context;
  configured.numAttributes = settings.size();
  configured.pPCSamplingConfigurationInfo = settings.data();
  return pcSamplingLibrary().configure(&configured);
}

void disable(CUcontext context) {
  CUpti_PCSamplingDisableParams disabled{};
  disabled.size = CUpti_PCSamplingDisableParamsSize;
  disabled.ctx = context;
  pcSamplingLibrary().disable(&disabled);
}

std::uint64_t allSamples(const ProcessSamples& all) {
  std::uint64_t sum = 0;
  for (const SampledFunction& function : all.functions) {
    sum += sampleCount(all, function);
  }
  return sum;
}

std::string refusal(CUptiResult result) {
  if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) {
    return "hot lines are not recorded: only an administrator may sample this GPU; see kernline record doctor";
  }
  return fmt::format("hot lines are not recorded: CUPTI cannot sample: {}", cuptiLibrary().errorText(result));
}

}  // namespace

struct SourceSampler::Context {
  CUcontext handle = nullptr;
  std::vector<std::string> reasons;  // indexed by CUPTI's number
  std::unique_ptr<SampleBuffer> fetched;
  std::unique_ptr<SampleBuffer> last;  // buffer for the samples that CUPTI still has in the end
};

SourceSampler::SourceSampler(SourceOptions options, std::int64_t process) : m_options(std::move(options)) {
  m_samples.process = process;
  m_samples.period = std::uint64_t{1} << m_options.exponent;
  if (!pcSamplingLibrary().isAvailable()) {
    note("hot lines are not recorded: the CUPTI in use cannot sample program counters");
    return;
  }
  m_fetcher = quietThread([this] { fetchRegularly(); });
}

SourceSampler::~SourceSampler() {
  stop();
}

void SourceSampler::note(std::string text) {
  if (std::ranges::find(m_notes, text) == m_notes.end()) {
    m_notes.push_back(std::move(text));
  }
}

void SourceSampler::resource(CUpti_CallbackId id, const CUpti_ResourceData& data) {
  if (id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED) {
    open(data.context);
  } else if (id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
    close(data.context);
  } else if (id == CUPTI_CBID_RESOURCE_MODULE_LOADED) {
    const auto* module = static_cast<const CUpti_ModuleResourceData*>(data.resourceDescriptor);
    loadedModules().add(module->pCubin, module->cubinSize);
  } else if (id == CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING) {
    fetchAll();  // another module may come to lie where this one lay
  }
}

void SourceSampler::addPresentContexts() {
  const CudaDriver& driver = cudaDriver();
  int count = 0;
  if (driver.primaryContextState == nullptr || driver.deviceGetCount(&count) != CUDA_SUCCESS) {
    return;
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice device = 0;
    unsigned int flags = 0;
    int isActive = 0;
    CUcontext context = nullptr;
    if (driver.deviceGet(&device, ordinal) == CUDA_SUCCESS &&
        driver.primaryContextState(device, &flags, &isActive) == CUDA_SUCCESS && isActive != 0 &&
        driver.primaryContextRetain(&context, device) == CUDA_SUCCESS) {
      open(context);
      driver.primaryContextRelease(device);
    }
  }
}

void SourceSampler::open(CUcontext context) {
  const std::scoped_lock lock(m_mutex);
  const PcSamplingLibrary& sampling = pcSamplingLibrary();
  if (m_isEnding || !sampling.isAvailable()) {
    return;
  }
  auto opened = std::make_unique<Context>();
  opened->handle = context;
  CUpti_PCSamplingEnableParams enabled{};
  enabled.size = CUpti_PCSamplingEnableParamsSize;
  enabled.ctx = context;
  CUptiResult result = sampling.enable(&enabled);
  if (result == CUPTI_SUCCESS) {  // only now CUPTI knows the reasons
    result = readReasons(context, opened->reasons);
  }
  if (result == CUPTI_SUCCESS) {
    opened->fetched = std::make_unique<SampleBuffer>(fetchedInstructions, opened->reasons.size());
    opened->last = std::make_unique<SampleBuffer>(fetchedInstructions * 4, opened->reasons.size());
    result = configure(context, m_options.exponent, opened->last->data());
  }
  if (result != CUPTI_SUCCESS) {
    note(refusal(result));
    disable(context);
    return;
  }
  m_contexts.push_back(std::move(opened));
}

void SourceSampler::close(CUcontext context) {
  const std::scoped_lock lock(m_mutex);
  const auto found = std::ranges::find(m_contexts, context, [](const auto& each) { return each->handle; });
  if (found == m_contexts.end()) {
    return;
  }
  fetch(**found);
  disable(context);
  addUp(**found, (*found)->last->data());
  m_contexts.erase(found);
}

void SourceSampler::fetch(Context& context) {
  constexpr int maxRounds = 64;
  for (int round = 0; round < maxRounds; ++round) {
    CUpti_PCSamplingData& data = context.fetched->data();
    CUpti_PCSamplingGetDataParams asked{};
    asked.size = CUpti_PCSamplingGetDataParamsSize;
    asked.ctx = context.handle;
    asked.pcSamplingData = &data;
    const CUptiResult result = pcSamplingLibrary().getData(&asked);
    m_overflows += result == CUPTI_ERROR_OUT_OF_MEMORY ? 1 : 0;
    if (result != CUPTI_SUCCESS) {
      return;
    }
    addUp(context, data);
    if (data.remainingNumPcs == 0) {
      return;
    }
  }
}

void SourceSampler::fetchAll() {
  const std::scoped_lock lock(m_mutex);
  for (const auto& context : m_contexts) {
    fetch(*context);
  }
}

void SourceSampler::fetchRegularly() {
  std::unique_lock lock(m_mutex);
  while (!m_changed.wait_for(lock, samplesFetchPeriod, [&] { return m_isEnding; })) {
    for (const auto& context : m_contexts) {
      fetch(*context);
    }
  }
}

/// Names are CUPTI's, shared by all samples of a function and by its activity records: they are copied, never freed.
void SourceSampler::addUp(const Context& context, const CUpti_PCSamplingData& data) {
  m_dropped += data.droppedSamples;
  for (std::size_t i = 0; i < std::min(data.totalNumPcs, data.collectNumPcs); ++i) {
    const CUpti_PCSamplingPCData& sampled = data.pPcData[i];
    const auto [number, isNew] =
        m_functionNumbers.try_emplace({sampled.cubinCrc, sampled.functionIndex}, m_samples.functions.size());
    if (isNew) {
      m_samples.functions.push_back({.name = sampled.functionName == nullptr ? "" : sampled.functionName,
                                     .module = sampled.cubinCrc,
                                     .index = sampled.functionIndex,
                                     .instructions = {}});
    }
    auto& instructions = m_samples.functions[number->second].instructions;
    const bool isFull = m_instructions == maxInstructions && !instructions.contains(sampled.pcOffset);
    for (std::size_t r = 0; r < sampled.stallReasonCount; ++r) {
      const CUpti_PCSamplingStallReason& stall = sampled.stallReason[r];
      if (stall.samples == 0 || stall.pcSamplingStallReasonIndex >= context.reasons.size()) {
        continue;
      }
      const std::string& reason = context.reasons[stall.pcSamplingStallReasonIndex];
      if (isFull) {
        m_dropped += countsAgain(reason) ? 0 : stall.samples;
        continue;
      }
      const auto [named, isNewReason] =
          m_reasonNumbers.try_emplace(reason, static_cast<std::uint32_t>(m_samples.reasons.size()));
      if (isNewReason) {
        m_samples.reasons.push_back(reason);
      }
      const auto [instruction, isNewInstruction] = instructions.try_emplace(sampled.pcOffset);
      m_instructions += isNewInstruction ? 1 : 0;
      instruction->second.samples[named->second] += stall.samples;
    }
  }
}

void SourceSampler::stop() {
  {
    const std::scoped_lock lock(m_mutex);
    if (m_isEnding) {
      return;
    }
    m_isEnding = true;
  }
  m_changed.notify_all();
  if (!m_fetcher.joinable()) {
    return;
  }
  m_fetcher.join();
  while (!m_contexts.empty()) {
    close(m_contexts.back()->handle);
  }
  write();
}

void SourceSampler::findLines(SampledFunction& function, std::string_view cubin) {
  for (auto& [offset, instruction] : function.instructions) {
    CUpti_GetSassToSourceCorrelationParams asked{};
    asked.size = CUpti_GetSassToSourceCorrelationParamsSize;
    asked.cubin = cubin.data();
    asked.cubinSize = cubin.size();
    asked.functionName = function.name.c_str();
    asked.pcOffset = offset;
    const CUptiResult result = pcSamplingLibrary().sourceLine(&asked);
    if (result == CUPTI_SUCCESS && asked.fileName != nullptr && asked.lineNumber > 0) {
      const std::filesystem::path file(asked.fileName);
      const bool needsFolder = file.is_relative() && asked.dirName != nullptr;
      const std::string path = needsFolder ? (std::filesystem::path(asked.dirName) / file).string() : file.string();
      const auto [number, isNew] = m_fileNumbers.try_emplace(path, static_cast<std::uint32_t>(m_samples.files.size()));
      if (isNew) {
        m_samples.files.push_back(path);
      }
      instruction.file = number->second;
      instruction.line = asked.lineNumber;
    }
    std::free(asked.fileName);  // CUPTI asks for it
    std::free(asked.dirName);
    if (result != CUPTI_SUCCESS) {
      return;  // no line of this function is known
    }
  }
}

void SourceSampler::write() {
  const auto modules = loadedModules().byCrc();
  const std::filesystem::path folder(m_options.folder);
  std::uint64_t unknown = 0;
  for (SampledFunction& function : m_samples.functions) {
    const auto module = modules.find(function.module);
    if (module == modules.end()) {
      ++unknown;
      continue;
    }
    findLines(function, module->second);
    const std::filesystem::path path = folder / moduleFileName(function.module);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      std::ofstream(path, std::ios::binary) << module->second;
    }
  }
  std::ofstream file(folder / fmt::format("{}-{}.json", m_samples.process, m_options.exponent), std::ios::binary);
  if (!(file << samplesText(m_samples)).flush()) {
    note(fmt::format("the hot lines of process {} cannot be written to {}", m_samples.process, m_options.folder));
  }
  if (const std::uint64_t samples = allSamples(m_samples); m_notes.empty() || samples > 0) {
    note(fmt::format("process {}: {} of program counters in {}, {} missing", m_samples.process,
                     counted(samples, "sample"), counted(m_samples.functions.size(), "function"), m_dropped));
  }
  if (m_overflows > 0) {
    note(fmt::format("CUPTI's buffer of samples was full {}; take fewer: --source={}", counted(m_overflows, "time"),
                     m_samples.period * 4));
  }
  if (unknown > 0) {
    note(fmt::format("no lines of {}: their code was loaded before the recording began", counted(unknown, "function")));
  }
}

}  // namespace kernline::recorder

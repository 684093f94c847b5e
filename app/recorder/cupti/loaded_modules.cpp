// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/loaded_modules.h"

#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/cupti/pc_sampling_library.h"

#include <iterator>

namespace kernline::recorder {

namespace {

constexpr std::size_t maxModuleBytes = std::size_t{256} << 20U;

void CUPTIAPI moduleLoaded(void* /*user*/, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_MODULE_LOADED) {
    const auto* module =
        static_cast<const CUpti_ModuleResourceData*>(static_cast<const CUpti_ResourceData*>(data)->resourceDescriptor);
    loadedModules().add(module->pCubin, module->cubinSize);
  }
}

}  // namespace

void LoadedModules::add(const char* cubin, std::size_t bytes) {
  const std::scoped_lock lock(m_mutex);
  if (cubin == nullptr || bytes == 0) {
    return;
  }
  if (bytes > maxModuleBytes - m_bytes) {
    ++m_leftOut;
    return;
  }
  m_bytes += bytes;
  m_cubins.emplace_back(cubin, bytes);
}

std::map<std::uint64_t, std::string_view> LoadedModules::byCrc() {
  const std::scoped_lock lock(m_mutex);
  for (auto cubin = std::next(m_cubins.begin(), static_cast<std::ptrdiff_t>(m_counted)); cubin != m_cubins.end();
       ++cubin, ++m_counted) {
    CUpti_GetCubinCrcParams asked{};
    asked.size = CUpti_GetCubinCrcParamsSize;
    asked.cubinSize = cubin->size();
    asked.cubin = cubin->data();
    if (pcSamplingLibrary().cubinCrc(&asked) == CUPTI_SUCCESS) {
      m_byCrc[asked.cubinCrc] = *cubin;
    }
  }
  return m_byCrc;
}

std::uint64_t LoadedModules::leftOut() {
  const std::scoped_lock lock(m_mutex);
  return m_leftOut;
}

LoadedModules& loadedModules() {
  static auto* const modules = new LoadedModules;  // outlives every thread that CUPTI may call from
  return *modules;
}

ModuleWatch::ModuleWatch() {
  const CuptiLibrary& cupti = cuptiLibrary();
  CUpti_SubscriberHandle subscriber = nullptr;
  if (cupti.isAvailable() && cupti.subscribe(&subscriber, &moduleLoaded, nullptr) == CUPTI_SUCCESS) {
    m_subscriber = subscriber;
    cupti.enableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED);
  }
}

ModuleWatch::~ModuleWatch() {
  if (m_subscriber != nullptr) {
    cuptiLibrary().unsubscribe(static_cast<CUpti_SubscriberHandle>(m_subscriber));
  }
}

}  // namespace kernline::recorder

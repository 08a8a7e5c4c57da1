#include "backends/cuda/cudnn/conv_engines.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/text.hpp"

#include <algorithm>
#include <charconv>

namespace resnet_bench::cuda {
namespace {

const std::string prefix = "cudnn:engine=";

using Notes = std::vector<cudnnBackendNumericalNote_t>;

bool has(const Notes& notes, cudnnBackendNumericalNote_t note) {
  return std::find(notes.begin(), notes.end(), note) != notes.end();
}

EngineConfiguration read_configuration(const Descriptor& configuration, const Descriptor& engine) {
  EngineConfiguration read{engine.number(CUDNN_ATTR_ENGINE_GLOBAL_INDEX), {}};
  const auto choices =
      configuration.descriptors(CUDNN_ATTR_ENGINECFG_KNOB_CHOICES,
                                CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR, CUDNN_KNOB_TYPE_COUNTS);
  for (const Descriptor& choice : choices) {
    const auto type = choice.values<cudnnBackendKnobType_t>(CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE,
                                                            CUDNN_TYPE_KNOB_TYPE, 1);
    read.knobs[type.front()] = choice.number(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE);
  }
  return read;
}

}  // namespace

std::string to_string(const EngineConfiguration& configuration) {
  std::string text = prefix + std::to_string(configuration.engine);
  for (const auto& [knob, value] : configuration.knobs) {
    text += ",k" + std::to_string(knob) + "=" + std::to_string(value);
  }
  return text;
}

EngineConfiguration parse_engine_configuration(const std::string& text) {
  const auto refuse = [&] {
    throw Refusal("'" + text + "' names no engine of cuDNN; allowed: " + prefix + "N,kN=N,...");
  };
  if (text.rfind(prefix, 0) != 0) refuse();
  const char* at = text.data() + prefix.size();
  const char* const end = text.data() + text.size();
  const auto number = [&] {
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc{}) refuse();  // knobs may be negative
    at = stop;
    return value;
  };
  const auto expect = [&](const std::string& word) {
    if (std::string(at, std::min<std::size_t>(word.size(), static_cast<std::size_t>(end - at))) !=
        word) {
      refuse();
    }
    at += word.size();
  };
  EngineConfiguration configuration{number(), {}};
  while (at != end) {
    expect(",k");
    const std::int64_t knob = number();
    expect("=");
    configuration.knobs[knob] = number();
  }
  return configuration;
}

ConvPlan::ConvPlan(EngineConfiguration configuration, Notes notes, std::vector<ConvTensor> tensors,
                   Descriptor plan)
    : configuration_(std::move(configuration)),
      notes_(std::move(notes)),
      tensors_(std::move(tensors)),
      plan_(std::move(plan)),
      workspace_bytes_(plan_.number(CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE)) {}

std::string ConvPlan::notes() const {
  const std::pair<cudnnBackendNumericalNote_t, const char*> words[] = {
      {CUDNN_NUMERICAL_NOTE_TENSOR_CORE, "tensor cores"},
      {CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS, "inputs rounded"},
      {CUDNN_NUMERICAL_NOTE_FFT, "fft"},
      {CUDNN_NUMERICAL_NOTE_WINOGRAD, "winograd"},
      {CUDNN_NUMERICAL_NOTE_WINOGRAD_TILE_4x4, "4x4"},
      {CUDNN_NUMERICAL_NOTE_WINOGRAD_TILE_6x6, "6x6"},
      {CUDNN_NUMERICAL_NOTE_WINOGRAD_TILE_13x13, "13x13"},
  };
  std::string text;
  for (const auto& [note, word] : words) {
    if (has(notes_, note)) text.append(text.empty() ? "" : " ").append(word);
  }
  return text;
}

Descriptor ConvPlan::make_variant(const ConvPointers& pointers) const {
  std::vector<std::int64_t> ids;
  std::vector<void*> addresses;
  for (const ConvTensor tensor : tensors_) {
    ids.push_back(static_cast<std::int64_t>(tensor));
    switch (tensor) {
      case ConvTensor::x:
        addresses.push_back(pointers.x);
        break;
      case ConvTensor::weight:
        addresses.push_back(pointers.weight);
        break;
      case ConvTensor::y:
        addresses.push_back(pointers.y);
        break;
      case ConvTensor::bias:
        addresses.push_back(pointers.bias);
        break;
      case ConvTensor::shortcut:
        addresses.push_back(pointers.shortcut);
        break;
    }
  }
  Descriptor variant(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  variant.set(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, ids)
      .set(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, addresses)
      .set(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR,
           std::vector<void*>{pointers.workspace})
      .finalize();
  return variant;
}

void ConvPlan::run(cudnnHandle_t handle, const ConvPointers& pointers) {
  auto found = variants_.find(pointers);
  if (found == variants_.end()) {
    found = variants_.emplace(pointers, make_variant(pointers)).first;
  }
  check(cudnnBackendExecute(handle, plan_.get(), found->second.get()), "cudnnBackendExecute");
}

ConvEngines::ConvEngines(const CudnnTarget& target, const ConvProblem& problem)
    : target_(target), problem_(problem), graph_(make_conv_graph(target, problem)) {}

std::vector<Descriptor> ConvEngines::configurations(cudnnBackendHeurMode_t mode) {
  Descriptor heuristics(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  heuristics.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph_.graph)
      .set(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, std::vector{mode});
  if (target_.device != nullptr) {
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, *target_.device);
  }
  try {
    heuristics.finalize();
    // Asked for none, it says how many there are.
    std::int64_t count = 0;
    check(cudnnBackendGetAttribute(heuristics.get(), CUDNN_ATTR_ENGINEHEUR_RESULTS,
                                   CUDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count, nullptr),
          "cudnnBackendGetAttribute");
    return heuristics.descriptors(CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR,
                                  count);
  } catch (const RunError& error) {
    note_refusal(error.what());
    return {};
  }
}

bool ConvEngines::is_precise(const Notes& notes) const {
  if (has(notes, CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC)) return false;
  if (has(notes, CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION)) return false;
  if (problem_.type != DataType::f32 || problem_.tf32) return true;
  return !has(notes, CUDNN_NUMERICAL_NOTE_TENSOR_CORE) &&
         !has(notes, CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS);
}

void ConvEngines::note_refusal(const std::string& reason) {
  if (refusal_.find(reason) != std::string::npos) return;
  refusal_ += (refusal_.empty() ? "" : "; ") + reason;
}

std::unique_ptr<ConvPlan> ConvEngines::make_plan(const Descriptor& configuration) {
  try {
    std::vector<Descriptor> engines =
        configuration.descriptors(CUDNN_ATTR_ENGINECFG_ENGINE, CUDNN_BACKEND_ENGINE_DESCRIPTOR, 1);
    const Descriptor& engine = engines.at(0);
    Notes notes = engine.values<cudnnBackendNumericalNote_t>(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE,
                                                             CUDNN_TYPE_NUMERICAL_NOTE,
                                                             CUDNN_NUMERICAL_NOTE_TYPE_COUNT);
    if (!is_precise(notes)) {
      note_refusal("some are less precise or not deterministic");
      return nullptr;
    }
    Descriptor plan(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    plan.set(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, configuration);
    if (target_.device != nullptr) {
      plan.set(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, *target_.device);
    } else {
      plan.set(CUDNN_ATTR_EXECUTION_PLAN_HANDLE, target_.handle);
    }
    plan.finalize();
    return std::make_unique<ConvPlan>(read_configuration(configuration, engine), std::move(notes),
                                      graph_.tensors, std::move(plan));
  } catch (const RunError& error) {
    note_refusal(error.what());
    return nullptr;
  }
}

std::vector<std::unique_ptr<ConvPlan>> ConvEngines::plans(std::size_t most,
                                                          std::int64_t workspace_budget) {
  std::vector<std::unique_ptr<ConvPlan>> plans;
  for (const cudnnBackendHeurMode_t mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK}) {
    if (plans.size() == most) break;
    for (const Descriptor& configuration : configurations(mode)) {
      if (plans.size() == most) break;
      std::unique_ptr<ConvPlan> plan = make_plan(configuration);
      if (plan == nullptr) continue;
      if (plan->workspace_bytes() > workspace_budget) {
        note_refusal("some want more workspace than " + bytes_text(workspace_budget));
        continue;
      }
      const auto is_same = [&](const auto& other) {
        return other->configuration() == plan->configuration();
      };
      if (std::none_of(plans.begin(), plans.end(), is_same)) plans.push_back(std::move(plan));
    }
  }
  // Of a type that a device has not, they say so by saying nothing.
  if (plans.empty() && refusal_.empty()) note_refusal("its heuristics propose none");
  return plans;
}

std::unique_ptr<ConvPlan> ConvEngines::plan_of(const EngineConfiguration& wanted) {
  try {
    Descriptor engine(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
    engine.set(CUDNN_ATTR_ENGINE_OPERATION_GRAPH, graph_.graph)
        .set(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, wanted.engine);
    if (target_.device != nullptr) engine.set(CUDNN_ATTR_ENGINE_DEVICEPROP, *target_.device);
    engine.finalize();
    std::vector<Descriptor> choices;
    std::vector<cudnnBackendDescriptor_t> raw;
    for (const auto& [knob, value] : wanted.knobs) {
      Descriptor& choice = choices.emplace_back(CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR);
      choice
          .set(CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, CUDNN_TYPE_KNOB_TYPE,
               std::vector{static_cast<cudnnBackendKnobType_t>(knob)})
          .set(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, value)
          .finalize();
      raw.push_back(choice.get());
    }
    Descriptor configuration(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    configuration.set(CUDNN_ATTR_ENGINECFG_ENGINE, engine);
    if (!raw.empty()) {
      configuration.set(CUDNN_ATTR_ENGINECFG_KNOB_CHOICES, CUDNN_TYPE_BACKEND_DESCRIPTOR, raw);
    }
    configuration.finalize();
    return make_plan(configuration);
  } catch (const RunError& error) {
    note_refusal(error.what());
    return nullptr;
  }
}

}  // namespace resnet_bench::cuda

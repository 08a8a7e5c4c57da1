#pragma once

#include "backends/cuda/double/calls.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace cuda_double {

/// All objects of a kind that a library hands out as pointers. A dead one's memory is kept until
/// reset(), so that its address means nothing else.
template <class T>
class Registry {
 public:
  /// What it is called in complaints, and among what lives.
  static Registry& of(const char* kind) {
    static Registry registry(kind);
    return registry;
  }

  template <class... Args>
  T* make(Args&&... args) {
    auto object = std::make_unique<T>(std::forward<Args>(args)...);
    T* const pointer = object.get();
    objects_[pointer] = {std::move(object), true};
    ++alive_;
    return pointer;
  }

  /// Null, with a complaint that names the call, for what is not alive.
  T* find(const void* pointer, const char* call) {
    const auto found = objects_.find(pointer);
    if (found != objects_.end() && found->second.alive) return found->second.object.get();
    complain(std::string(call) + ": the " + kind_ +
             (found == objects_.end() ? " was never made" : " has been destroyed"));
    return nullptr;
  }

  bool destroy(const void* pointer, const char* call) {
    if (find(pointer, call) == nullptr) return false;
    objects_[pointer].alive = false;
    --alive_;
    return true;
  }

  template <class Visit>
  void for_each_alive(Visit visit) {
    for (auto& [pointer, entry] : objects_) {
      if (entry.alive) visit(*entry.object);
    }
  }

 private:
  struct Entry {
    std::unique_ptr<T> object;
    bool alive = false;
  };

  explicit Registry(const char* kind) : kind_(kind) {
    static Registry* self = nullptr;
    self = this;
    register_kind(
        kind, [] { return self->alive_; },
        [] {
          self->objects_.clear();
          self->alive_ = 0;
        });
  }

  std::string kind_;
  std::unordered_map<const void*, Entry> objects_;
  std::int64_t alive_ = 0;
};

}  // namespace cuda_double

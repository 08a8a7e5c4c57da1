#include "dump/safetensors.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <nlohmann/json.hpp>

#include "resnet_bench/error.hpp"

namespace resnet_bench {
namespace {

const char* type_name(DataType type) {
  switch (type) {
    case DataType::u8: return "U8";
    case DataType::i32: return "I32";
    case DataType::f32: return "F32";
    case DataType::f64: return "F64";
  }
  return "?";
}

}  // namespace

SafetensorsWriter::SafetensorsWriter(std::filesystem::path file)
    : file_(std::move(file)), data_file_(file_.string() + ".partial") {
  if (std::filesystem::is_directory(file_)) {
    throw Refusal("--dump-tensors " + file_.string() + ": this is a folder; give a file");
  }
  data_.open(data_file_, std::ios::binary | std::ios::in | std::ios::out | std::ios::trunc);
  if (!data_) {
    throw Refusal("--dump-tensors " + file_.string() + ": cannot be written (" +
                  std::strerror(errno) + ")");
  }
}

SafetensorsWriter::~SafetensorsWriter() {
  std::error_code ignored;  // a destructor has nobody to tell
  data_.close();
  std::filesystem::remove(data_file_, ignored);
}

void SafetensorsWriter::add(const std::string& name, DataType type, const Shape& shape,
                            std::span<const std::byte> data) {
  data_.write(reinterpret_cast<const char*>(data.data()),
              static_cast<std::streamsize>(data.size()));
  const std::int64_t begin = written_;
  written_ += static_cast<std::int64_t>(data.size());
  entries_.push_back({name, type, shape, begin, written_});
}

void SafetensorsWriter::set_metadata(std::map<std::string, std::string> metadata) {
  metadata_ = std::move(metadata);
}

std::string SafetensorsWriter::header() const {
  nlohmann::json header;
  header["__metadata__"] = metadata_;
  for (const Entry& entry : entries_) {
    header[entry.name] = {{"dtype", type_name(entry.type)},
                          {"shape", std::vector<std::int64_t>(entry.shape.begin(), entry.shape.end())},
                          {"data_offsets", {entry.begin, entry.end}}};
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // the data starts aligned
  return text;
}

void SafetensorsWriter::finish() {
  const std::string text = header();
  std::array<char, 8> length{};  // little-endian, whatever the machine
  for (std::size_t i = 0; i < length.size(); ++i) {
    length[i] = static_cast<char>(text.size() >> (8 * i) & 0xff);
  }
  const std::filesystem::path whole = file_.string() + ".whole";
  {
    std::ofstream out(whole, std::ios::binary | std::ios::trunc);
    out.write(length.data(), length.size()).write(text.data(), static_cast<std::streamsize>(text.size()));
    data_.seekg(0);
    if (written_ > 0) out << data_.rdbuf();
    out.flush();
    if (!out || !data_) {
      std::error_code ignored;
      std::filesystem::remove(whole, ignored);
      throw RunError("--dump-tensors " + file_.string() + ": writing failed (" +
                     std::strerror(errno) + ")");
    }
  }
  std::filesystem::rename(whole, file_);
}

}  // namespace resnet_bench

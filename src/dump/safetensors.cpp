#include "dump/safetensors.hpp"

#include "resnet_bench/error.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <unistd.h>

namespace resnet_bench {
namespace {

const char* type_name(DataType type) {
  switch (type) {
    case DataType::u8:
      return "U8";
    case DataType::i32:
      return "I32";
    case DataType::bf16:
      return "BF16";
    case DataType::f16:
      return "F16";
    case DataType::f32:
      return "F32";
    case DataType::f64:
      return "F64";
  }
  return "?";
}

}  // namespace

SafetensorsWriter::SafetensorsWriter(const std::filesystem::path& file)
    : subject_("--dump-tensors " + file.string()),
      // A link keeps pointing where it pointed; what it points to is replaced.
      target_(std::filesystem::weakly_canonical(file)),
      // Of this process alone, and in the same folder, for a rename between file systems is a copy.
      data_file_(target_.string() + ".data-" + std::to_string(getpid())),
      whole_file_(target_.string() + ".partial-" + std::to_string(getpid())) {
  data_.open(data_file_, std::ios::binary | std::ios::in | std::ios::out | std::ios::trunc);
  if (!data_) throw Refusal(subject_ + ": cannot be written (" + std::strerror(errno) + ")");
}

SafetensorsWriter::~SafetensorsWriter() {
  std::error_code ignored;  // a destructor has nobody to tell
  data_.close();
  std::filesystem::remove(data_file_, ignored);
  std::filesystem::remove(whole_file_, ignored);
}

void SafetensorsWriter::fail(int error) const {
  throw RunError(subject_ + ": writing failed (" + std::generic_category().message(error) + ")");
}

void SafetensorsWriter::add(const std::string& name, DataType type, const Shape& shape,
                            std::span<const std::byte> data) {
  data_.write(reinterpret_cast<const char*>(data.data()),
              static_cast<std::streamsize>(data.size()));
  if (!data_) fail(errno);
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
    header[entry.name] = {
        {"dtype", type_name(entry.type)},
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
  std::ofstream out(whole_file_, std::ios::binary | std::ios::trunc);
  out.write(length.data(), length.size());
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (out && data_.seekg(0) && written_ > 0) out << data_.rdbuf();
  if (out && data_) out.close();
  if (!out || !data_) fail(errno);
  std::error_code error;
  std::filesystem::rename(whole_file_, target_, error);
  if (error) fail(error.value());
}

}  // namespace resnet_bench

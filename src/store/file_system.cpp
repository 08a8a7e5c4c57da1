#include "store/file_system.hpp"

#include "store/file_checks.hpp"

#include <algorithm>
#include <array>
#include <sys/vfs.h>

namespace resnet_bench {
namespace {

// statfs(2) and the kernel's linux/magic.h; those of file systems outside the kernel come from
// their own sources. FUSE counts: sshfs, s3fs and virtiofs are FUSE.
constexpr std::array<std::uint32_t, 21> shared_file_systems = {
    0x00006969,  // NFS
    0x0000517b,  // SMB
    0xff534d42,  // CIFS
    0xfe534d42,  // SMB2
    0x01021997,  // 9p
    0x65735546,  // FUSE
    0x0bd00bd0,  // Lustre
    0x47504653,  // GPFS
    0x00c36400,  // Ceph
    0x19830326,  // BeeGFS
    0xaad7aaea,  // Panasas
    0x20030528,  // OrangeFS
    0x01161970,  // GFS2
    0x7461636f,  // OCFS2
    0x5346414f,  // AFS
    0x6b414653,  // AFS of the kernel
    0x73757245,  // Coda
    0x0000564c,  // NCP
    0x786f4256,  // VirtualBox shared folder
    0xbacbacbc,  // VMware shared folder
    0x013111a8,  // IBRIX
};

}  // namespace

FileSystem classify_file_system(std::uint32_t magic) {
  const bool shared = std::find(shared_file_systems.begin(), shared_file_systems.end(), magic) !=
                      shared_file_systems.end();
  return shared ? FileSystem::network : FileSystem::local;
}

FileSystem file_system_of(const std::filesystem::path& file) {
  struct statfs facts {};
  if (statfs(file.c_str(), &facts) != 0 && statfs(folder_of(file).c_str(), &facts) != 0) {
    return FileSystem::local;
  }
  return classify_file_system(static_cast<std::uint32_t>(facts.f_type));
}

}  // namespace resnet_bench

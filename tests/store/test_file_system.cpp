#include "store/file_system.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

TEST(FileSystemKind, NetworkFileSystemsByTheirMagicNumber) {
  for (const std::uint32_t magic : {
           0x6969u,      // NFS
           0xff534d42u,  // CIFS
           0xfe534d42u,  // SMB2
           0x01021997u,  // 9p
           0x65735546u,  // FUSE
           0x0bd00bd0u,  // Lustre
           0x47504653u,  // GPFS
       }) {
    EXPECT_EQ(classify_file_system(magic), FileSystem::network) << std::hex << magic;
  }
}

TEST(FileSystemKind, LocalFileSystems) {
  for (const std::uint32_t magic : {
           0xef53u,      // ext4
           0x58465342u,  // XFS
           0x9123683eu,  // Btrfs
           0x01021994u,  // tmpfs
           0x794c7630u,  // overlayfs
           0x2fc12fc1u,  // ZFS
           0x00000000u,  // unknown
       }) {
    EXPECT_EQ(classify_file_system(magic), FileSystem::local) << std::hex << magic;
  }
}

TEST(FileSystemKind, AFileToBeMadeIsWhereItsFolderIs) {
  EXPECT_EQ(file_system_of("/proc/no_such_file"), file_system_of("/proc"));
  EXPECT_EQ(file_system_of("/no/such/folder/file.db"), FileSystem::local);
}

}  // namespace
}  // namespace resnet_bench

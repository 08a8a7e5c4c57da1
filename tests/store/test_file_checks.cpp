#include "store/as_user.hpp"
#include "store/file_checks.hpp"
#include "store/refusal.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

std::string refusal(FileRole role, const fs::path& file) {
  return message_of([&] { refuse_unless_writable(role, file); });
}

TEST(FileChecks, AcceptsNewAndExistingFilesAndLeavesThemAlone) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(FileRole::database, folder / "new.db"), "");
  EXPECT_FALSE(fs::exists(folder / "new.db"));
  write_file(folder / "old.db", "content");
  EXPECT_EQ(refusal(FileRole::database, folder / "old.db"), "");
  EXPECT_EQ(read_file(folder / "old.db"), "content");
}

TEST(FileChecks, RefusesAnEmptyPath) {
  EXPECT_EQ(refusal(FileRole::summary, ""), "the summary's path is empty; give the path of a file");
}

TEST(FileChecks, RefusesAFolderAndProposesAFileInIt) {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  EXPECT_EQ(refusal(FileRole::database, path), "database '" + path +
                                                   "' is a folder; give a file, for "
                                                   "example '" +
                                                   path + "/resnet_bench.db'");
  EXPECT_EQ(refusal(FileRole::summary, path), "summary '" + path +
                                                  "' is a folder; give a file, for "
                                                  "example '" +
                                                  path + "/summary.tsv'");
}

TEST(FileChecks, RefusesAMissingFolder) {
  const TemporaryFolder folder;
  const std::string missing = (folder / "missing").string();
  EXPECT_EQ(refusal(FileRole::summary, missing + "/s.tsv"),
            "summary '" + missing + "/s.tsv': there is no folder '" + missing +
                "'; make it first or give another path");
}

TEST(FileChecks, RefusesAReadOnlyFile) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  const fs::path file = folder / "old.db";
  write_file(file, "content");
  fs::permissions(file, fs::perms::owner_read | fs::perms::others_read);
  EXPECT_EQ(as_ordinary_user([&] { return refusal(FileRole::database, file); }),
            "database '" + file.string() +
                "' cannot be written (Permission denied); make it writable or give another path");
}

TEST(FileChecks, RefusesAReadOnlyFolder) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec |
                                     fs::perms::others_read | fs::perms::others_exec);
  const fs::path file = folder / "new.tsv";
  EXPECT_EQ(as_ordinary_user([&] { return refusal(FileRole::summary, file); }),
            "summary '" + file.string() + "': nothing can be written in folder '" +
                folder.path().string() +
                "' (Permission denied); make it writable or give another path");
  fs::permissions(folder.path(), fs::perms::all);
}

TEST(FileChecks, ADeviceIsNoDatabaseButTakesASummary) {
  EXPECT_EQ(refusal(FileRole::database, "/dev/null"),
            "database '/dev/null' is a device or a pipe; give the path of a file");
  EXPECT_EQ(as_ordinary_user([] { return refusal(FileRole::summary, "/dev/null"); }), "");
}

TEST(FileChecks, OfALinkTheFolderOfItsTargetCounts) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  for (const char* name : {"open", "closed"}) {
    fs::create_directory(folder / name);
    fs::permissions(folder / name, fs::perms::all);
    write_file(folder / name / "a.db", "");
    fs::permissions(folder / name / "a.db", fs::perms::all);
  }
  fs::create_symlink(folder / "open/a.db", folder / "closed/link.db");
  fs::create_symlink(folder / "closed/a.db", folder / "open/link.db");
  fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec |
                                         fs::perms::others_read | fs::perms::others_exec);
  const auto ask = [&](const std::string& link) {
    return as_ordinary_user([&] { return refusal(FileRole::database, folder / link); });
  };
  EXPECT_EQ(ask("closed/link.db"), "");
  EXPECT_NE(ask("open/link.db").find("nothing can be written in folder"), std::string::npos);
  fs::permissions(folder / "closed", fs::perms::all);
}

TEST(FileChecks, RefusesOneFileUnderTwoNames) {
  const auto refusal_of = [](const fs::path& one, const fs::path& other) {
    return message_of([&] { refuse_same_file(FileRole::database, one, FileRole::tensors, other); });
  };
  const TemporaryFolder folder;
  const fs::path file = folder / "a";
  const std::string name = file.string();
  EXPECT_EQ(refusal_of(file, file),
            "database '" + name + "' and tensor file '" + name + "' are one file; give two");
  EXPECT_NE(refusal_of(fs::relative(file), file), "") << "neither is there yet";
  write_file(file, "content");
  fs::create_symlink(file, folder / "link");
  fs::create_hard_link(file, folder / "same");
  EXPECT_NE(refusal_of(folder / "link", file), "");
  EXPECT_NE(refusal_of(folder / "same", file), "");

  EXPECT_EQ(refusal_of(file, folder / "b"), "");
  EXPECT_EQ(refusal_of(file, ""), "");
}

TEST(FileChecks, ABareNameIsInTheWorkingFolder) {
  EXPECT_EQ(folder_of("name.db"), ".");
  EXPECT_EQ(folder_of("/a/name.db"), "/a");
}

}  // namespace
}  // namespace resnet_bench

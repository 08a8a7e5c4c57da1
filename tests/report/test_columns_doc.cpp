// docs/columns.md keeps up with what is written.
#include "report/alone_report.hpp"
#include "report/fields.hpp"
#include "store/store.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

/// True where `name` stands in the first column of a table, alone or in a list, or as code.
bool describes(const std::string& text, const std::string& name) {
  if (text.find("`" + name + "`") != std::string::npos) return true;
  for (std::size_t at = text.find("\n| "); at != std::string::npos;
       at = text.find("\n| ", at + 1)) {
    const std::string cell = ", " + text.substr(at + 3, text.find(" |", at + 3) - at - 3) + ",";
    if (cell.find(", " + name + ",") != std::string::npos) return true;
  }
  return false;
}

/// The part about one table of the database.
std::string section(const std::string& text, const std::string& table) {
  const std::size_t begin = text.find("\n### " + table + ":");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find("\n#", begin + 5) - begin);
}

TEST(ColumnsDoc, HasEveryColumnOfEveryTable) {
  const std::string text = read_file(COLUMNS_DOC);
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  Statement columns(store.database(),
                    "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c "
                    "WHERE t.type = 'table'");
  int count = 0;
  while (columns.step()) {
    ++count;
    EXPECT_TRUE(describes(section(text, columns.text(0)), columns.text(1)))
        << columns.text(0) << "." << columns.text(1);
  }
  EXPECT_GT(count, 80);
}

TEST(ColumnsDoc, HasEveryFieldOfTheReports) {
  const std::string text = read_file(COLUMNS_DOC);
  for (const auto& fields :
       {identity_fields(Report{}), run_fields(Report{}), leaf_fields(LeafTime{}),
        alone_fields({}), alone_pass_fields({}), alone_time_fields({}, {})}) {
    for (const Field& field : fields) EXPECT_TRUE(describes(text, field.name)) << field.name;
  }
}

}  // namespace
}  // namespace resnet_bench

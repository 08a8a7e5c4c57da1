// csv and tsv: the same rows, set apart by how values are joined and quoted.
#include "report/flat_rows.hpp"
#include "report/formats.hpp"

namespace resnet_bench {
namespace {

/// The header; then of each run a row `run` with the figures of the whole, and a row `leaf` for
/// each pass of a leaf.
void print_flat(const std::vector<Report>& reports, const FlatStyle& style, std::ostream& out) {
  const std::vector<Field> run_columns = run_fields(Report{});
  const std::vector<Field> leaf_columns = leaf_fields(LeafTime{});
  FlatRow row(style, out);
  row.cell("row").names(identity_fields(Report{})).names(run_columns).names(leaf_columns).end();
  for (const Report& report : reports) {
    const std::vector<Field> identity = identity_fields(report);
    row.cell("run").values(identity).values(run_fields(report)).empty(leaf_columns).end();
    for (const LeafTime& leaf : report.leaves) {
      row.cell("leaf").values(identity).empty(run_columns).values(leaf_fields(leaf)).end();
    }
  }
}

}  // namespace

void print_csv(const std::vector<Report>& reports, std::ostream& out) {
  print_flat(reports, csv_style, out);
}

void print_tsv(const std::vector<Report>& reports, std::ostream& out) {
  print_flat(reports, tsv_style, out);
}

}  // namespace resnet_bench

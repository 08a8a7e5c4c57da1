#include "report/verification.hpp"

#include "report/number_text.hpp"
#include "store/record_rows.hpp"

#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace resnet_bench {
namespace {

/// Above 1: wrong. What must be exact is right or as wrong as can be.
double nearness(const LayerPassRecord& pass) {
  const double error = *pass.verified_error;
  const double bound = pass.verified_bound.value_or(0);
  if (bound > 0) return error / bound;
  return error > 0 ? HUGE_VAL : 0;
}

std::string error_text(double error) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", error);
  return text;
}

}  // namespace

std::optional<Verification> load_verification(Database& database, std::int64_t run) {
  Statement took(database, "SELECT verify_ns FROM run WHERE id = ?");
  took.bind(1, run);
  if (!took.step() || took.is_null(0)) return {};
  Verification verification{.ns = took.int64(0)};
  std::set<std::int64_t> working;
  std::set<std::int64_t> unchecked;
  std::optional<LayerPassRecord> worst;
  for (LayerPassRecord& pass : read_rows<LayerPassRecord>(database, run, "layer")) {
    if (pass.algorithm == "none") continue;
    working.insert(pass.layer);
    if (!pass.verified_error) {
      unchecked.insert(pass.layer);
      continue;
    }
    ++verification.passes;
    if (nearness(pass) > 1) ++verification.wrong;
    if (!worst || nearness(pass) > nearness(*worst)) worst = std::move(pass);
  }
  verification.of = static_cast<std::int64_t>(working.size());
  verification.leaves = verification.of - static_cast<std::int64_t>(unchecked.size());
  if (!worst) return verification;
  Statement path(database, "SELECT path FROM layer WHERE run = ? AND id = ?");
  path.bind(1, run);
  path.bind(2, worst->layer);
  if (path.step()) verification.path = path.text(0);
  verification.pass = worst->pass;
  verification.error = *worst->verified_error;
  verification.bound = worst->verified_bound.value_or(0);
  return verification;
}

Fact verification_fact(const Report& report) {
  if (!report.verification) {
    const std::string why = report.run.data == "zeros" ? "of zeros nothing could be seen"
                            : !report.run.verify       ? "it was not asked for (--no-verify)"
                                                       : "the run did not come to that";
    return {"verified", "no: " + why};
  }
  const Verification& v = *report.verification;
  std::string text = std::to_string(v.leaves);
  if (v.leaves < v.of) text += " of " + std::to_string(v.of);
  text += " leaves";
  if (v.wrong > 0) text += ", of which " + std::to_string(v.wrong) + " passes are WRONG";
  if (!v.path.empty()) {
    text += ", worst error " + error_text(v.error) + " at " + v.path + " " + to_string(v.pass) +
            " (allowed " + error_text(v.bound) + ")";
  }
  return {"verified", text + ", in " + duration_text(v.ns)};
}

}  // namespace resnet_bench

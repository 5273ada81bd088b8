// SPDX-License-Identifier: Apache-2.0
// Texts that users type: names of measures, scores and shards, axes, and distributions, which are
// read back from what they print.
#include <array>
#include <string>

#include "fuzz/targets.h"
#include "qualm/analysis.h"
#include "qualm/error.h"
#include "qualm/state.h"
#include "qualm/theory.h"

namespace fuzz {
namespace {

template <class Parse>
void parse_text(const Parse& parse) {
  try {
    parse();
  } catch (const qualm::Error& error) {
    require(error.kind() == qualm::ErrorKind::usage, "a wrong text is a wrong use");
    require(std::string_view(error.what()).find('\n') == std::string_view::npos,
            "an error is one line");
  }
}

}  // namespace

void run_texts(Bytes bytes) {
  const std::string text(bytes.begin(), bytes.end());
  const std::array<std::string, 3> names = {"cat", "dog[1]", "2"};
  parse_text([&] {
    const qualm::Measure measure(text);
    require(qualm::Measure(measure.name()) == measure, "a measure is found by its own name");
  });
  parse_text([&] {
    const qualm::Score score = qualm::parse_score(text, names);
    require(qualm::name(qualm::parse_score(qualm::name(score, names), names), names) ==
                qualm::name(score, names),
            "a score is found by its own name");
  });
  parse_text([&] { (void)qualm::parse_class(text, names); });
  parse_text([&] { (void)qualm::parse_axes(text, "nmk"); });
  parse_text([&] { (void)qualm::Shard::parse(text); });
  parse_text([&] {
    const std::string printed = qualm::parse_distribution(text).text();
    require(qualm::parse_distribution(printed).text() == printed,
            "a distribution is read from what it prints");
  });
}

}  // namespace fuzz

// SPDX-License-Identifier: Apache-2.0
#include "io/csv_layout.h"
#include "io/csv_long.h"
#include "io/csv_rows.h"
#include "io/csv_table.h"
#include "io/format.h"

namespace qualm::io {

StoredArray open_csv(const SourceFile& file, const OpenOptions& options) {
  const CsvLayout layout = find_csv_layout(file, options);
  if (layout.is_long) return read_long_table(*csv_rows(file), layout);
  RowReader rows(file);
  TableReader table(layout);
  std::string_view row;
  if (layout.has_header) static_cast<void>(rows.next(row));
  while (rows.next(row)) table.add(row, rows);
  return table.finish();
}

}  // namespace qualm::io

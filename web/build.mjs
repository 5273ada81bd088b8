// SPDX-License-Identifier: Apache-2.0
// Bundles src/ into one HTML file with no outside reference, and that into a C++ source file.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

async function bundle(entry) {
  const options = { entryPoints: [entry], bundle: true, minify: true, write: false, charset: "utf8" };
  const result = await build({ ...options, format: "iife", target: "es2022", legalComments: "none" });
  return result.outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const script = await bundle("src/main.ts");
const style = await bundle("src/style.css");
const html = readFileSync("src/index.html", "utf8")
  .replaceAll("%SCRIPT_HASH%", () => hash(script))
  .replaceAll("%STYLE_HASH%", () => hash(style))
  .replace("%STYLE%", () => style)
  .replace("%SCRIPT%", () => script);

writeFileSync("page.html", html);
const bytes = [...Buffer.from(html)];
const lines = [];
for (let i = 0; i < bytes.length; i += 32) lines.push(bytes.slice(i, i + 32).join(","));
writeFileSync(process.argv[2], `// SPDX-License-Identifier: Apache-2.0
#include "page/html.h"
#include "qualm/page.h"
namespace qualm::page {
namespace {
constexpr unsigned char html[] = {
${lines.join(",\n")}};
}
std::string_view html_template() noexcept { return {reinterpret_cast<const char*>(html), sizeof html}; }
std::string_view script_hash() noexcept { return "${hash(script)}"; }
std::string_view style_hash() noexcept { return "${hash(style)}"; }
}
`);
console.log(`The page without data: ${(bytes.length / 1000).toFixed(0)} kB`);

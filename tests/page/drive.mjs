// SPDX-License-Identifier: Apache-2.0
// Opens a page in Debian's Chromium and runs steps there. Reads one JSON object, writes one.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.env.QUALM_BUILD_DIR}/web/`)("playwright-core");
const wanted = JSON.parse(readFileSync(0, "utf8"));
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
});
const said = [], asked = [];
try {
  const page = await browser.newPage({
    viewport: { width: wanted.width ?? 1280, height: wanted.height ?? 900 },
    colorScheme: wanted.theme ?? "light",
  });
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) said.push(message.text()); });
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(wanted.url);
  await page.waitForSelector("html[data-ready=true]", { timeout: 60_000 });
  const Steps = Object.getPrototypeOf(async () => {}).constructor;
  const result = await new Steps("page", "args", wanted.steps)(page, wanted.args ?? {});
  process.stdout.write(JSON.stringify({ result, said, asked }));
} finally {
  await browser.close();
}

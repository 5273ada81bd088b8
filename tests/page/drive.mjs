// SPDX-License-Identifier: Apache-2.0
// Opens pages in Debian's Chromium and runs steps there. Reads one JSON object per line, writes one per line:
// one browser serves all tests of a process, each in a context of its own.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.env.QUALM_BUILD_DIR}/web/`)("playwright-core");
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run"],
});

// Nothing was asked of a server that it has not answered, and nothing on the page has changed for a while, nor in the two
// frames after that: on a busy machine the page's own timers may be late.
const calm = () => new Promise((resolve) => {
  const quiet = 250;
  let changes = 0, timer = 0;
  const wait = () => { clearTimeout(timer); timer = setTimeout(look, quiet); };
  const look = () => {
    const seen = changes;
    const decide = () => { if (changes === seen && window.unanswered === 0) { observer.disconnect(); resolve(); } else wait(); };
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(decide)));
  };
  const observer = new MutationObserver(() => { changes += 1; wait(); });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  wait();
});
const count = () => {
  window.unanswered = 0;
  const ask = window.fetch;
  window.fetch = (...what) => { window.unanswered += 1; return ask(...what).finally(() => { window.unanswered -= 1; }); };
};

// The file that a click saves. Chromium on a busy machine starts about one download of a hundred without telling anybody
// (no event within 90 s): then the click is made again.
const saved = async (page, click) => {
  for (let tries = 3; ; tries -= 1) {
    const events = [page.waitForEvent("download", { timeout: tries > 1 ? 20_000 : 90_000 }), click()];
    const [file] = await Promise.all(events).catch((error) => { if (tries === 1) throw error; process.stderr.write("download: again\n"); return []; });
    if (file) return file;
  }
};

async function visit(wanted) {
  const said = [], asked = [];
  const context = await browser.newContext({
    viewport: { width: wanted.width ?? 1280, height: wanted.height ?? 900 },
    colorScheme: wanted.theme ?? "light",
  });
  context.setDefaultTimeout(90_000);
  try {
    const page = await context.newPage();
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) said.push(message.text()); });
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("request", (request) => asked.push(request.url()));
    await page.addInitScript(count);
    page.calm = () => page.evaluate(calm);
    page.saved = (click) => saved(page, click);
    await page.goto(wanted.url);
    await page.waitForSelector("html[data-ready=true]");
    const Steps = Object.getPrototypeOf(async () => {}).constructor;
    const result = await new Steps("page", "args", wanted.steps)(page, wanted.args ?? {});
    return { result: result ?? null, said, asked };
  } finally {
    await context.close();
  }
}

try {
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await visit(JSON.parse(line)).catch((error) => ({ failed: error.stack ?? String(error) }));
    process.stdout.write(JSON.stringify(answer) + "\n");
    if (answer.failed) process.exitCode = 1;
  }
} finally {
  await browser.close();
}

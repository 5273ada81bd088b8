// SPDX-License-Identifier: Apache-2.0
// `npm ci --ignore-scripts` where npm is missing: Debian's npm is 336 packages, package-lock.json lists a dozen.
// usage: node install.mjs [--omit=dev]
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";

const registry = (process.env.npm_config_registry ?? "https://registry.npmjs.org").replace(/\/$/, "");
const omitDev = process.argv.includes("--omit=dev");
const fits = (allowed, own) => !allowed || allowed.includes(own);
const isWanted = (entry) => fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && !(omitDev && entry.dev);

async function install([folder, { version, integrity }]) {
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  const url = `${registry}/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) }).catch((error) => {
    throw new Error(`${url}: ${error.cause?.message ?? error.message}`);
  });
  if (!answer.ok) throw new Error(`${url}: the server answers ${answer.status}`);
  const archive = Buffer.from(await answer.arrayBuffer());
  const sum = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  if (sum !== integrity) throw new Error(`${url}: its sum ${sum} is not the ${integrity} of package-lock.json`);
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xz", "-C", folder, "--strip-components=1"], { input: archive });
}

rmSync("node_modules", { recursive: true, force: true });
const { "": _project, ...packages } = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
await Promise.all(Object.entries(packages).filter(([, entry]) => isWanted(entry)).map(install)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});

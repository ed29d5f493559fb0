// Cloudflare Workers refuse random numbers, timers and requests outside of a request: a module that uses
// one while it loads stops the server at its start.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = new URL("../..", import.meta.url).pathname;

/** Prints where modules of the repository call one of the functions while they load. */
const trap = `
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
const found = [];
function watch(owner, name) {
  const original = owner[name];
  owner[name] = function (...args) {
    const [, caller = ""] = (new Error().stack ?? "").split("\\n").slice(1);
    if (/packages\\/\\w+\\/src/.test(caller)) found.push(name + caller.replace(/.*(?=packages)/, " in "));
    return original.apply(this, args);
  };
}
const { webcrypto } = crypto;
for (const name of ["randomUUID", "randomBytes", "randomInt", "randomFillSync"]) watch(crypto, name);
for (const name of ["randomUUID", "getRandomValues"]) watch(Object.getPrototypeOf(webcrypto), name);
for (const name of ["setTimeout", "setInterval", "setImmediate", "fetch"]) watch(globalThis, name);
watch(Date, "now");
watch(Math, "random");
watch(performance, "now");
syncBuiltinESMExports();
for (const name of process.argv.slice(1)) await import(name);
console.log(JSON.stringify(found));
process.exit();
`;

async function callsAtImport(...modules: readonly string[]): Promise<unknown> {
  const flags = ["--conditions=@specwright/source", "--input-type=module", "--eval", trap];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...modules]);
  return JSON.parse(stdout);
}

function entriesOf(name: string): readonly string[] {
  const text = readFileSync(`${root}packages/${name}/package.json`, "utf8");
  const { exports } = JSON.parse(text) as { readonly exports: object };
  return Object.keys(exports).map((path) => `@specwright/${name}${path.slice(1)}`);
}

describe("32.4 no restricted call at import", () => {
  it.each(["runtime", "rest", "streams"])("in the modules of %s", async (name) => {
    expect(await callsAtImport(...entriesOf(name))).toEqual([]);
  });

  it("the check finds such a call", async () => {
    const module = `${root}test/platforms/packages/example/src/at-import.mjs`;
    expect(await callsAtImport(module)).toEqual([
      expect.stringContaining("randomUUID in packages/example/src/at-import.mjs"),
    ]);
  });
});

// The command `specwright-marketplace`, as it is installed.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type CliEnvironment, runCli } from "../src/cli/run-cli.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs the command in this process. */
async function run(...args: readonly string[]): Promise<readonly [number, string, string]> {
  const said = { out: "", err: "" };
  const environment: CliEnvironment = {
    env: {},
    version: () => "1.2.3",
    async out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
  };
  return [await runCli(args, environment), said.out, said.err];
}

test.each(["help", "--help", "-h"])("%s lists the commands", async (flag) => {
  expect(await run(flag)).toEqual([0, expect.stringContaining("specwright-marketplace serve"), ""]);
});

test.each([
  [["serve", "--help"], "serve the marketplace until"],
  [["moderator", "grant", "-h"], "moderator grant|revoke USER"],
  [["help", "mails"], "print all mails"],
  [["--version"], "1.2.3"],
])("%j is answered without running anything", async (args, words) => {
  expect(await run(...args)).toEqual([0, expect.stringContaining(words), ""]);
});

test.each([
  [["sreve"], "unknown command sreve"],
  [["serve", "--port", "1"], "serve takes no --port"],
])("a command line that makes no sense ends with 2: %j", async (args, message) => {
  const [code, out, err] = await run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
  expect(err).toContain("specwright-marketplace --help");
});

test("T15 the command is installed in the repository", () => {
  // Where npx finds it.
  const command = join(ROOT, "node_modules/.bin/specwright-marketplace");
  const text = execFileSync(command, ["--help"], { encoding: "utf8", timeout: 60_000 });
  expect(text).toContain("specwright-marketplace serve");
});

test("T15 the command runs from the packed package", () => {
  // Below the root, where its dependencies are found.
  const base = join(ROOT, "node_modules/.cache");
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(join(base, "marketplace-pack-"));
  onTestFinished(() => void execFileSync("rm", ["-rf", folder]));
  const packed = ["pack", "--ignore-scripts", "--pack-destination", folder];
  execFileSync("npm", packed, { cwd: join(ROOT, "apps/marketplace"), stdio: "ignore" });
  const [tarball = ""] = readdirSync(folder);
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", folder]);
  const command = join(folder, "package/bin/specwright-marketplace.js");
  const ask = (flag: string) =>
    execFileSync(command, [flag], { encoding: "utf8", timeout: 60_000 });
  expect(ask("help")).toContain("serve the marketplace");
  expect(ask("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(readdirSync(join(folder, "package"))).toEqual(expect.arrayContaining(["migrations"]));
});

// The projects in `examples/` install the published packages, compile, start with one command, and do what
// their READMEs describe.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser } from "../browser/launch-browser.ts";
import { isOnline } from "./node-22.ts";
import { publishPackages } from "./publish-packages.ts";
import { startRegistry, type TestRegistry } from "./registry.ts";
import { run } from "./run.ts";
import { endPrograms, startProgram } from "./start-program.ts";

const root = new URL("../..", import.meta.url).pathname;
const online = await isOnline();
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

describe("a server", () => {
  it.each([
    { example: "chat", most: 40 },
    { example: "shop", most: 60 },
  ])("of the $example has at most $most lines without its handlers", ({ example, most }) => {
    const text = readFileSync(join(root, "examples", example, "src/server.ts"), "utf8");
    const beside = text.replaceAll(/^ {2}(?:async )?\w+\(.*\) \{\n[\s\S]*?^ {2}\},\n/gm, "");
    expect(beside.length).toBeLessThan(text.length);
    const lines = beside
      .split("\n")
      .filter((line) => line.trim() !== "" && !/^\s*\/[/*]/.test(line));
    expect(lines.length).toBeLessThanOrEqual(most);
  });
});

describe.skipIf(!online)("the projects (skipped without the npm registry)", () => {
  let folder: string;
  let registry: TestRegistry;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-examples-"));
    registry = await startRegistry();
    await publishPackages(registry, folder, [
      "generators/cli",
      "packages/rest",
      "packages/streams",
    ]);
    for (const name of ["chat", "shop"]) {
      const project = join(folder, name);
      const isOwn = (path: string): boolean => !/node_modules|src\/gen/.test(path);
      cpSync(join(root, "examples", name), project, { recursive: true, filter: isOwn });
      const settings = `@specwright:registry=${registry.url}\nfund=false\naudit=false\nprefer-offline=true\n`;
      writeFileSync(join(project, ".npmrc"), settings);
      const { code, output } = await run(project, "npm", ["install"]);
      expect(code, output).toBe(0);
    }
  });

  afterEach(endPrograms);

  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it("take and refuse orders in the shop", async () => {
    const project = join(folder, "shop");
    const server = startProgram(project, ["start"], { PORT: "0" });
    const [, url = ""] = await server.line(/The shop is at (\S+)\. /);
    const order = (...args: readonly string[]) =>
      run(project, "npm", ["run", "--silent", "order", "--", ...args], { SHOP_URL: url });
    expect(await order("clock", "2")).toEqual({
      code: 0,
      output: "Order 1: 2 of clock for 9900 cents.\n",
    });
    expect((await order("clock", "2")).output).toBe("Refused: There are 1 of clock.\n");
    expect((await order("island")).output).toContain("for 9007199254740993 cents.");
    expect((await fetch(`${url}/orders/1`)).status).toBe(401);
    const headers = { authorization: "Bearer bob" };
    expect((await fetch(`${url}/orders/1`, { headers })).status).toBe(404);
    expect(await run(project, "npx", ["tsc"])).toEqual({ code: 0, output: "" });
    const browser = await launchBrowser();
    if (browser === undefined) return console.warn("No Chromium: the page is not tested.");
    try {
      const page = await browser.newPage();
      await page.goto(url);
      const shown = page.getByRole("listitem").filter({ hasText: "A chess clock" });
      expect(await shown.innerText()).toContain("A chess clock: 49.50, 1 left");
      expect(await page.getByText("An island").innerText()).toContain("90071992547409.93");
      await page.getByRole("button", { name: "Buy clock" }).click();
      await page.getByText(/^Order \d+ is placed\.$/).waitFor();
      await shown.getByText("0 left").waitFor();
      await page.getByRole("button", { name: "Buy clock" }).click();
      await page.getByText("There are 0 of clock.").waitFor();
    } finally {
      await browser.close();
    }
  });

  it("chat, and continue after the server was unreachable", async () => {
    const project = join(folder, "chat");
    let server = startProgram(project, ["start"], { PORT: "0" });
    const [, url = ""] = await server.line(/The chat is at (\S+)\. /);
    const enter = (name: string) =>
      startProgram(project, ["run", "--silent", "join", "--", name], { CHAT_URL: url });
    const [ann, bob] = [enter("ann"), enter("bob")];
    await Promise.all([ann.line(/^\* live/m), bob.line(/^\* live/m)]);
    ann.type("hello");
    await bob.line(/^ann: hello \(9007199254740993\)$/m);
    bob.type("buy spam");
    await bob.line(/^! No spam, please\.$/m);
    await server.kill();
    await bob.line(/^\* connecting/m);
    const port = new URL(url).port;
    server = startProgram(project, ["start"], { PORT: port });
    await server.line(/The chat is at/);
    // A client that has not reconnected yet misses these messages.
    await ann.line(/^\* live[\s\S]*^\* live/m);
    bob.type("still here");
    await ann.line(/^bob: still here \(9007199254740993\)$/m);
    expect(await run(project, "npx", ["tsc"])).toEqual({ code: 0, output: "" });
  });
});

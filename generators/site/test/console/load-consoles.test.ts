import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadConsoles } from "@specwright/site/console";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LoadedConsoles } from "../../src/console/load-consoles.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "consoles-"));
  await writeFile(join(folder, "sdk.js"), "export const createClient = () => ({});\n");
});

afterAll(() => rm(folder, { recursive: true }));

async function load(text: string): Promise<LoadedConsoles> {
  const file = join(folder, "consoles.json");
  await writeFile(file, text);
  return loadConsoles(file, { assets: "../assets" });
}

describe("a declaration", () => {
  it("names the files, their imports and the origins for the policy", async () => {
    const shop = { sdk: "sdk.js", server: "https://api.example.com:8443/v1" };
    const feeds = { sdk: "sdk.js", server: "wss://r.example/v1", tickets: "https://r.example/t" };
    const own = { sdk: "sdk.js", server: "/v1" };
    const loaded = await load(JSON.stringify({ shop, feeds, own }));
    if ("problem" in loaded) throw new Error(loaded.problem);
    const { files, interfaces, script } = loaded.consoles;
    expect(files.map(({ name }) => name.replace(/-[0-9a-f]{10}\./, "."))).toEqual([
      "console-offer.js",
      "console.js",
      "console.css",
      "sdk.js",
    ]);
    expect(files[0]?.name).toBe(script);
    expect([...interfaces].map(([name, { connectSources }]) => [name, connectSources])).toEqual([
      ["shop", ["https://api.example.com:8443"]],
      ["feeds", ["wss://r.example", "https://r.example"]],
      ["own", []],
    ]);
    const settings: unknown = JSON.parse(interfaces.get("feeds")?.settings ?? "");
    expect(settings).toEqual({
      module: `../assets/${files[1]?.name}`,
      style: `../assets/${files[2]?.name}`,
      sdk: `../assets/${files[3]?.name}`,
      server: feeds.server,
      tickets: feeds.tickets,
    });
  });

  it("needs no bundle", async () => {
    const loaded = await load(JSON.stringify({ shop: { server: "https://api.example.com" } }));
    if ("problem" in loaded) throw new Error(loaded.problem);
    const { files, interfaces } = loaded.consoles;
    expect(files.some(({ name }) => name.startsWith("sdk"))).toBe(false);
    const settings: unknown = JSON.parse(interfaces.get("shop")?.settings ?? "");
    expect(settings).not.toHaveProperty("sdk");
  });

  const server = "https://api.example.com";
  it.each<readonly [text: string, want: string]>([
    ["{", "the file is not JSON"],
    ["[]", "expected an object with a member for each interface"],
    [JSON.stringify({ a: { sdk: 1, server } }), "a: sdk must be the path of a bundle"],
    [JSON.stringify({ a: { sdk: "x.js", server } }), "x.js cannot be read"],
    ...[
      "api.example.com",
      "javascript:alert(1)",
      "//other.example",
      "https://user@api.example.com",
      "https://api.example.com?a",
      "https://api.example.com; script-src *#",
    ].map(
      (bad) =>
        [JSON.stringify({ a: { sdk: "sdk.js", server: bad } }), "a: server must be a URL"] as const,
    ),
    [JSON.stringify({ a: { sdk: "sdk.js", server, tickets: 1 } }), "a: tickets must be a URL"],
  ])("%s is refused", async (text, want) => {
    expect(await load(text)).toEqual({ problem: expect.stringContaining(want) });
  });

  it("that does not exist is reported", async () => {
    const file = join(folder, "none.json");
    expect(await loadConsoles(file, { assets: "." })).toEqual({
      problem: `${file} cannot be read`,
    });
  });
});

it("the script that every page loads stays below 1 kB, the console below 17.5 kB", async () => {
  const loaded = await load("{}");
  if ("problem" in loaded) throw new Error(loaded.problem);
  const sizes = loaded.consoles.files.map(({ text }) => gzipSync(text, { level: 9 }).byteLength);
  expect(sizes[0]).toBeLessThan(1_000);
  expect(sizes[1]).toBeLessThan(17_500);
});

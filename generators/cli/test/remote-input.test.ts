import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders, shop } from "./run-command.ts";

let server: Server;
let address = "";

beforeAll(async () => {
  const texts: Readonly<Record<string, string>> = {
    "/shop.yaml": shop,
    "/parts.yaml": shop.replace('"#/components/schemas/Order"', '"order.yaml"'),
    "/order.yaml": "type: string\n",
  };
  server = createServer((request, response) => {
    const path = request.url ?? "";
    if (path === "/moved.yaml") response.writeHead(302, { location: "/shop.yaml" }).end();
    else if (path === "/round.yaml") response.writeHead(302, { location: path }).end();
    else if (texts[path] === undefined) response.writeHead(404).end();
    else response.end(texts[path]);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await removeFolders();
});

it.each([
  ["a document", "/shop.yaml", [], 0, "6 files, 6 new"],
  ["a redirect", "/moved.yaml", [], 0, "6 files, 6 new"],
  ["a redirect without end", "/round.yaml", [], 1, "/round.yaml redirects more than 5 times"],
  ["nothing", "/none.yaml", [], 1, "/none.yaml answers 404"],
  [
    "a reference without permission",
    "/parts.yaml",
    [],
    1,
    "allow references to addresses with --allow-remote",
  ],
  ["a reference with permission", "/parts.yaml", ["--allow-remote"], 0, "6 files, 6 new"],
])("a remote --input may be %s", async (_, path, flags, want, message) => {
  const folder = await folderOf({});
  const args = ["generate", "--input", address + path, "--output", "out", ...flags];
  const { code, err } = await command(folder, args);
  expect([code, err]).toEqual([want, expect.stringContaining(message)]);
  expect("types.ts" in (await filesIn(join(folder, "out")))).toBe(want === 0);
});

it("a remote --input may be a host that does not respond", async () => {
  const folder = await folderOf({});
  const args = ["generate", "--input", "http://127.0.0.1:1/shop.yaml", "--output", "out"];
  const { code, err } = await command(folder, args);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/FILE_UNREADABLE error .* cannot be fetched: \S/),
  ]);
  expect(err).not.toContain("fetch failed");
  expect(err).toContain("Check that the address leads to the document without a login");
});

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { command, filesIn, folderOf, removeFolders, shop } from "./run-command.ts";

let server: Server | undefined;

afterAll(async () => {
  server?.close();
  await removeFolders();
});

const split = {
  "shop.yaml": `${shop.slice(0, shop.indexOf("    Order:"))}    Order: { $ref: parts/order.yaml } # sold\n`,
  "parts/order.yaml":
    "# What was bought.\ntype: object\nproperties: { id: { $ref: '../id.json' } }\n",
  "id.json": '{ "type": "integer", "maximum": 9223372036854775807 }',
};
const talk = `asyncapi: 3.0.0
info: { title: Talk, version: "1" }
channels: { room: { address: room, messages: { said: { payload: { type: string } } } } }
operations: { hear: { action: send, channel: { $ref: "#/channels/room" } } }
`;

describe("bundle", () => {
  it("prints one document, and nothing else", async () => {
    const folder = await folderOf(split);
    const { code, out, err } = await command(folder, ["bundle", "shop.yaml"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`    Order:
      # sold
      # What was bought.
      type: object
      properties: { id: { $ref: '#/components/schemas/id' } }
    id:
      type: integer
      maximum: 9223372036854775807`);
    expect(out).not.toContain("parts/");
  });

  it.each([
    ["out/shop.yaml", (text: string): unknown => parse(text, { intAsBigInt: true })],
    ["out/shop.yml", (text: string): unknown => parse(text, { intAsBigInt: true })],
    ["shop.json", (text: string): unknown => JSON.parse(text.replace("807", "807.0"))],
  ])("writes %s in the format of its ending", async (output, read) => {
    const folder = await folderOf(split);
    const { code, out, err } = await command(folder, ["bundle", "shop.yaml", "--output", output]);
    expect([code, out, err]).toEqual([0, "", `shop.yaml -> ${output}: 3 files in one`]);
    const text = (await filesIn(folder))[output] ?? "";
    expect(text.startsWith(output.endsWith("json") ? "{\n" : "openapi:")).toBe(true);
    expect(text).toContain("9223372036854775807");
    expect(read(text)).toMatchObject({ components: { schemas: { Order: {}, id: {} } } });
    const again = await command(folder, ["bundle", output]);
    expect(`${again.out}\n`).toBe(text);
  });

  it("swaps send and receive in an AsyncAPI document, and swaps them back", async () => {
    const folder = await folderOf({ "talk.yaml": talk });
    const turn = ["--perspective", "consumer", "--output"];
    await command(folder, ["bundle", "talk.yaml", ...turn, "client.yaml"]);
    await command(folder, ["bundle", "client.yaml", ...turn, "server.yaml"]);
    const files = await filesIn(folder);
    expect(files["client.yaml"]).toBe(talk.replace("action: send", "action: receive"));
    expect(files["server.yaml"]).toBe(talk);
  });

  it("reports that OpenAPI is the same for both sides", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    const { code, out, err } = await command(folder, [
      "bundle",
      "shop.yaml",
      "--perspective",
      "consumer",
    ]);
    expect([code, `${out}\n`, err]).toEqual([
      0,
      shop,
      "shop.yaml is OpenAPI, which is the same for both sides: --perspective has no effect.",
    ]);
  });

  it.each([
    ["a document with an error", ["shop.yaml"], "parts/order.yaml:1:10 REF_NOT_FOUND error"],
    ["no file", ["none.yaml"], "error document_not_found: The file none.yaml does not exist."],
    [
      "an ending without a format",
      ["id.json", "--output", "a.txt"],
      "error usage: The format of --output",
    ],
    ["a reference out of the root", ["out.yaml", "--root", "parts"], "REF_OUTSIDE_ROOT error"],
    ["no document", [], "error usage: The argument <document> is missing."],
  ])("writes nothing for %s", async (_, args, message) => {
    const folder = await folderOf({
      ...split,
      "parts/order.yaml": "items: { $ref: none.yaml }\n",
      "out.yaml": split["shop.yaml"].replace("parts/order.yaml", "id.json"),
      "written.yaml": "mine",
    });
    const before = await filesIn(folder);
    const output = args.includes("--output") ? [] : ["--output", "written.yaml"];
    const { code, out, err } = await command(folder, ["bundle", ...args, ...output]);
    expect([code, out, err]).toEqual([1, "", expect.stringContaining(message)]);
    expect(await filesIn(folder)).toEqual(before);
  });

  it("reads URLs, and references to them if they are allowed", async () => {
    const texts: Readonly<Record<string, string>> = {
      "/api/shop.yaml": split["shop.yaml"],
      "/api/parts/order.yaml": split["parts/order.yaml"],
      "/api/id.json": split["id.json"],
    };
    const started = createServer((request, response) => {
      response.end(texts[request.url ?? ""] ?? "");
    });
    server = started;
    await new Promise<void>((listening) => started.listen(0, "127.0.0.1", listening));
    const address = `http://127.0.0.1:${(started.address() as AddressInfo).port}/api/shop.yaml`;
    const folder = await folderOf(split);
    const refused = await command(folder, ["bundle", address]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("REF_REMOTE error")]);
    const remote = await command(folder, ["bundle", address, "--allow-remote"]);
    expect(remote).toEqual(await command(folder, ["bundle", join(folder, "shop.yaml")]));
  });
});

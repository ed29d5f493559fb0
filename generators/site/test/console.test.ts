// The element of the console in a page, and the files that the frame loads for it.

import type { Contract } from "@specwright/contract";
import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import { framePage } from "../src/frame/frame-page.ts";
import { channelPlace, operationPlace } from "../src/pages/console-place.ts";
import { elementsOf } from "./page-problems.ts";
import { readContract } from "./read-contract.ts";

const hostile = `"><script>alert(1)</script>`;
function read(document: object): Promise<Contract> {
  return readContract({ file: "document.json", text: JSON.stringify(document) });
}

describe("the console's element", () => {
  it("has the operation, its schemes and an example, encoded", async () => {
    const { operations, securitySchemes } = await read({
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      components: {
        securitySchemes: {
          key: { type: "apiKey", in: "header", name: hostile },
          session: { type: "http", scheme: "bearer" },
        },
      },
      paths: {
        "/orders": {
          get: {
            operationId: hostile,
            security: [{ key: [] }],
            responses: { 200: { description: "All." } },
          },
        },
      },
    });
    const [operation] = operations;
    if (operation === undefined) throw new Error("no operation");
    const request = { method: "GET", path: hostile, parameters: [], security: [] };
    const { text } = operationPlace({ operation, request, securitySchemes, example: '{"a":"<"}' });
    const elements = elementsOf(parse(text)).filter(({ tagName }) => tagName === "div");
    expect(elements).toHaveLength(1);
    const attributes = Object.fromEntries(
      elements[0]?.attrs.map((each) => [each.name, each.value]) ?? [],
    );
    expect(attributes).toEqual({
      class: "console",
      "data-console": "operation",
      "data-operation": hostile,
      "data-request": JSON.stringify(request),
      "data-schemes": JSON.stringify({ key: { type: "apiKey", in: "header", name: hostile } }),
      "data-example": '{"a":"<"}',
      hidden: "",
    });
    expect(text).not.toContain("<script");
  });

  it("of a channel has its id", async () => {
    const { channels } = await read({
      asyncapi: "3.0.0",
      info: { title: "Feeds", version: "1" },
      channels: { [`orders"`]: { address: "/orders", messages: {} } },
    });
    expect(channels.map((channel) => channelPlace(channel).text)).toEqual([
      '<div class="console" data-console="channel" data-channel="orders&quot;" hidden></div>',
    ]);
  });
});

it("the frame loads the script with the address of the settings", () => {
  const page = {
    path: "operations/a.html",
    kind: "operation",
    title: "A",
    description: "",
  } as const;
  const text = framePage(
    { ...page, main: "", markdown: "", search: [] },
    {
      title: "Shop",
      home: "index.html",
      assets: "../assets",
      console: { script: "console.js", settings: "console.json" },
    },
  );
  expect(text).toContain(
    '<script src="../../assets/console.js" data-console-settings="../console.json" defer></script>',
  );
});

// Parts of a document in other files are compared like parts in the same file.

import { buildContract, type Contract } from "@specwright/contract";
import { compareContracts } from "@specwright/diff";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";

type Files = Readonly<Record<string, object>>;

async function contractOf(files: Files): Promise<Contract> {
  const [file = "", ...others] = Object.keys(files);
  const text = (path: string): string => JSON.stringify(files[path]);
  const { specification, diagnostics } = await loadSpecification(
    { file: `/spec/${file}`, text: text(file) },
    {
      validate: false,
      readFile: async (path) => {
        const name = others.find((each) => path.endsWith(`/${each}`));
        if (name === undefined) throw new Error(`no ${path}`);
        return new TextEncoder().encode(text(name));
      },
    },
  );
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics));
  return contract;
}

const asyncapi = (channel: object, info: object = {}): object => ({
  asyncapi: "3.0.0",
  info: { title: "Shop", version: "1", ...info },
  channels: { orders: { address: "orders", ...channel } },
});
const bound = asyncapi({ bindings: { $ref: "bindings.json#/orders" } });
const kafka = (topic: string) => ({ orders: { kafka: { topic } } });
const keyed = asyncapi({ messages: { placed: { bindings: { $ref: "bindings.json#/placed" } } } });
const key = (type: string) => ({
  placed: { kafka: { key: { $ref: "#/key" } } },
  key: { type },
});
const openapi = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: { "/a": { $ref: "paths.json#/a" } },
};
const operation = (more: object) => ({
  a: { get: { responses: { 200: { description: "OK" } }, ...more } },
});
const link = (url: string) => ({ url });

const rows: readonly (readonly [name: string, base: Files, revision: Files, want: string[]])[] = [
  [
    "bindings",
    { "api.json": bound, "bindings.json": kafka("a") },
    { "api.json": bound, "bindings.json": kafka("b") },
    ["binding-changed breaking"],
  ],
  [
    "a schema in bindings",
    { "api.json": keyed, "bindings.json": key("string") },
    { "api.json": keyed, "bindings.json": key("integer") },
    ["type-changed breaking", "binding-changed potentially-breaking"],
  ],
  [
    "bindings that were moved to a file of their own",
    { "api.json": asyncapi({ bindings: { kafka: { topic: "a" } } }) },
    { "api.json": bound, "bindings.json": kafka("a") },
    [],
  ],
  [
    "the link of a channel",
    {
      "api.json": asyncapi({ externalDocs: { $ref: "links.json#/orders" } }),
      "links.json": { orders: link("https://a.example.com") },
    },
    {
      "api.json": asyncapi({ externalDocs: { $ref: "links.json#/orders" } }),
      "links.json": { orders: link("https://b.example.com") },
    },
    ["external-docs-changed docs"],
  ],
  [
    "the link of a document that was moved to a file of its own",
    { "api.json": asyncapi({}, { externalDocs: link("https://a.example.com") }) },
    {
      "api.json": asyncapi({}, { externalDocs: { $ref: "links.json#/shop" } }),
      "links.json": { shop: link("https://a.example.com") },
    },
    [],
  ],
  [
    "the link of an operation in another file",
    {
      "api.json": openapi,
      "paths.json": operation({ externalDocs: link("https://a.example.com") }),
    },
    {
      "api.json": openapi,
      "paths.json": operation({ externalDocs: link("https://b.example.com") }),
    },
    ["external-docs-changed docs"],
  ],
];

describe("several files", () => {
  test.each(rows)("%s", async (_name, base, revision, want) => {
    const changes = compareContracts(await contractOf(base), await contractOf(revision));
    expect(changes.map(({ ruleId, class: each }) => `${ruleId} ${each}`)).toEqual(want);
  });
});

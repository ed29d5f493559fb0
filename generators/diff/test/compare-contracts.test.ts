import { compareContracts } from "@specwright/diff";
import { expect, test } from "vitest";
import { CompareError } from "../src/compare-error.ts";
import { contractOf } from "./contract-of.ts";

const document = (paths: object) => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths,
});
const get = { get: { responses: { 200: { description: "OK" } } } };

test("operations are the same if only the names of their path parameters differ", async () => {
  const base = await contractOf(document({ "/a": get, "/b/{id}": get }));
  const revision = await contractOf(document({ "/b/{key}": get, "/c": get }));
  expect(compareContracts(base, revision).map(({ ruleId, message }) => [ruleId, message])).toEqual([
    ["operation-removed", "GET /a was removed."],
    ["path-parameter-renamed", "The path parameter `id` is now named `key`."],
    ["operation-added", "GET /c was added."],
  ]);
});

test("documents of two formats are not compared", async () => {
  const openapi = await contractOf(document({}));
  const asyncapi = await contractOf({
    asyncapi: "3.0.0",
    info: { title: "Shop", version: "1" },
    channels: {},
  });
  const compare = () => compareContracts(openapi, asyncapi);
  expect(compare).toThrow(CompareError);
  expect(compare).toThrow(expect.objectContaining({ code: "different_formats" }));
});

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
    ["path-parameter-renamed", "GET /b/{id}: The path parameter `id` is now named `key`."],
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

test("30.5 an added name can displace a generated name", async () => {
  const operation = (operationId: string) => ({
    operationId,
    responses: { 204: { description: "Done." } },
  });
  const schemas = { "a-b": { type: "string" } };
  const base = document({ "/users": { get: operation("list-users") } });
  const revision = document({
    "/users": { get: operation("list-users"), delete: operation("ListUsers") },
    "/people": { get: operation("listUsers") },
  });
  const changes = compareContracts(
    await contractOf({ ...base, components: { schemas } }),
    await contractOf({ ...revision, components: { schemas: { ...schemas, AB: schemas["a-b"] } } }),
  );
  const renamed = changes.filter(({ ruleId }) => ruleId === "generated-name-changed");
  expect(renamed.map(({ class: each, surface, message }) => [each, surface, message])).toEqual([
    [
      "breaking",
      "code",
      "In generated code, `list-users` is now `listUsers_2` instead of `listUsers` and `ListUsers_Request` instead of `ListUsersRequest`.",
    ],
    ["breaking", "code", "In generated code, `a-b` is now `AB_` instead of `AB`."],
  ]);
});

test("30.5 an added name never displaces an exact name", async () => {
  const get = { operationId: "getUser", responses: { 204: { description: "Done." } } };
  const base = await contractOf(document({ "/user": { get } }));
  const revision = await contractOf(
    document({ "/user": { get, delete: { ...get, operationId: "GetUser" } } }),
  );
  expect(compareContracts(base, revision).map(({ ruleId }) => ruleId)).toEqual(["operation-added"]);
});

import { describe, expect, test } from "vitest";
import { build } from "./contract-of.ts";

const list = "{ items: /data, link: true }";

describe("an extension at a place where nothing reads it", () => {
  test.each([
    ["/x-max-bytes", "x-max-bytes: 1", "the OpenAPI Object", "`requestBody`"],
    ["/x-pagination", `x-pagination: ${list}`, "the OpenAPI Object", "such as `get`"],
    ["/paths/~1a/x-max-bytes", "paths: { /a: { x-max-bytes: 1 } }", "a Path Item Object", "`req"],
    [
      "/paths/~1a/post/x-max-bytes",
      "paths: { /a: { post: { x-max-bytes: 1 } } }",
      "an Operation Object",
      "`requestBody` of the operation",
    ],
    [
      "/paths/~1a/post/requestBody/content/image~1png/x-max-bytes",
      "paths: { /a: { post: { requestBody: { content: { image/png: { x-max-bytes: 1 } } } } } }",
      "a Media Type Object",
      "`requestBody` of the operation",
    ],
    [
      "/paths/~1a/post/requestBody/x-pagination",
      `paths: { /a: { post: { requestBody: { x-pagination: ${list}, content: {} } } } }`,
      "a Request Body Object",
      "operation that returns the list",
    ],
  ])("at %s is reported", async (pointer, text, object, where) => {
    const { diagnostics } = await build(
      `openapi: 3.1.0\ninfo: { title: T, version: "1" }\n${text}`,
    );
    const found = diagnostics.filter(({ code }) => code === "EXTENSION_PLACE");
    expect(found).toMatchObject([{ pointer, severity: "warning" }]);
    expect(found[0]?.message).toContain(`has no effect on ${object}.`);
    expect(found[0]?.fix).toContain(where);
  });

  test("is not reported at its proper place", async () => {
    const { diagnostics } = await build(`openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    post: { requestBody: { x-max-bytes: 1, content: { application/json: {} } } }`);
    expect(diagnostics.filter(({ code }) => code === "EXTENSION_PLACE")).toEqual([]);
  });
});

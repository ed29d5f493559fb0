// The messages about faults in uploads, with fixes that senders can apply.

import { describe, expect, it } from "vitest";
import { shop, startPublisher } from "./start-publisher.ts";

const document = shop("1.0", "orders");

describe("a value of the wrong form", () => {
  const cases: readonly (readonly [
    method: string,
    path: string,
    body: object | undefined,
    pointer: string,
    message: string,
  ])[] = [
    [
      "POST",
      "/versions",
      { released_at: "yesterday" },
      "/released_at",
      "a date, such as 2026-02-20",
    ],
    [
      "POST",
      "/versions",
      { released_at: "2026-02-20T12:00" },
      "/released_at",
      "with its UTC offset",
    ],
    [
      "POST",
      "/versions",
      { previous_id: "" },
      "/previous_id",
      "send null in JSON, or none in a query",
    ],
    ["POST", "/versions", { commit: "the-newest" }, "/commit", "7 to 64 hex digits"],
    ["POST", "/versions", { branch: "a b" }, "/branch", "such as release/2.0"],
    ["POST", "/versions", { path: "../a.yaml" }, "/path", "such as api/openapi.yaml"],
    ["POST", "/versions", { files: [{ path: "a b", text: "" }] }, "/files/0/path", "relative path"],
    ["POST", "/versions", { sha256: "A".repeat(64) }, "/sha256", "a SHA-256 digest: 64"],
    ["POST", "/versions", { interface: "Shop!" }, "/interface", "such as market-data"],
    ["POST", "/diffs", { base_id: "1" }, "/base_id", "Is not an id, such as"],
    ["PUT", "/interfaces/Shop!", { title: "Shop" }, "/interface", "lowercase letters"],
    ["GET", "/versions?branch=a%20b", undefined, "/branch", "such as release/2.0"],
    ["GET", "/versions/1", undefined, "/version_id", "Is not an id, such as"],
    ["GET", "/diffs/1", undefined, "/diff_id", "Is not an id, such as"],
  ];
  it.each(cases)("%s %s %j", async (method, path, body, pointer, message) => {
    const running = await startPublisher();
    const headers = {
      Authorization: `Token ${await running.secret("admin")}`,
      "Content-Type": "application/json",
    };
    const isPut = method === "PUT";
    const sent = body && JSON.stringify(isPut ? body : { interface: "shop", document, ...body });
    const answer = await fetch(running.url + path, { method, headers, body: sent ?? null });
    expect(answer.status).toBe(400);
    const { errors, request_id } = await answer.json();
    expect(request_id).toBe(answer.headers.get("x-request-id"));
    const faults: readonly { readonly pointer: string; readonly message: string }[] = errors;
    const found = faults.filter((each) => each.pointer === pointer).map((each) => each.message);
    expect(found).toContainEqual(expect.stringContaining(message));
    for (const each of found) expect(each).not.toMatch(/[\^$\\]|\/u$|date-time|uuid/);
  });
});

describe("advice about a fault", () => {
  const nested = `${"a: {".repeat(600)}${"}".repeat(600)}`;
  const cases = [
    ["$ref: https://example.com/a.yaml", "REF_REMOTE", "Send the file with the document"],
    ["$ref: ../../a.yaml", "REF_OUTSIDE_ROOT", "Send the file with the document"],
    ["$ref: a.yaml", "REF_NOT_FOUND", ""],
    ['minLength: "3"', "FIELD_TYPE", ""],
    [nested, "NESTING_TOO_DEEP", "Move inner parts into components."],
  ] as const;
  it.each(cases)("%.40s has %s", async (schema, code, advice) => {
    const running = await startPublisher();
    const client = await running.as("admin");
    await client.putInterface({ path: { interface: "shop" }, body: { title: "Shop" } });
    const answer = await client.publishVersion({
      headers: { Prefer: "wait=30" },
      contentType: "application/json",
      body: {
        interface: "shop",
        document: `${document}components: { schemas: { A: { ${schema} } } }\n`,
      },
    });
    if (answer.status !== 422) throw new Error(`answered ${answer.status}`);
    const { diagnostics } = answer.body;
    expect(diagnostics.map((each) => each.code)).toContain(code);
    for (const { fix = "" } of diagnostics) {
      expect(fix).not.toMatch(/--|\ballowRemote|\bmax[A-Z]|\bspecwright\b/);
    }
    expect(diagnostics.find((each) => each.code === code)?.fix).toContain(advice);
  });
});

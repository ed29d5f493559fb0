// The processing of documents; some of them in separate processes.

import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { acceptDiff, diffOfVersions } from "../src/diffs/accept-diff.ts";
import { processDocument } from "../src/worker/process-document.ts";
import { ownProcesses, publish, request, shop, startServices } from "./test-runner.ts";
import { addInterface } from "./test-services.ts";

test("versions are compared with the one before, and get pages, reports and numbers", async () => {
  const services = await startServices({ process: ownProcesses });
  const { versions, changes, pages, files } = services.storage.committed;
  await addInterface(services, "shop");
  const first = await publish(services, request(shop("cats", "dogs")));
  expect(first).toMatchObject({
    ...{ state: "published", number: 1, previousId: null },
    facts: { format: "openapi", title: "Shop", version: "1.0", bump: "none" },
  });
  const second = await publish(services, request(shop("cats", "birds")));
  if (first.state !== "published" || second.state !== "published") throw new Error("not published");
  expect(second).toMatchObject({ number: 2, previousId: first.id, facts: { bump: "major" } });
  expect(second.facts.counts).toMatchObject({ breaking: 1, "non-breaking": 1 });
  const listed = await changes.list(second.id, { limit: 10 });
  expect(listed.map(({ position, change }) => [position, change.ruleId])).toEqual([
    [0, "operation-removed"],
    [1, "operation-added"],
  ]);
  expect(listed[0]?.change.base).toMatchObject({ file: "api/openapi.yaml", line: 11 });
  const [breaking] = await changes.list(second.id, { limit: 1, classes: ["breaking"] });
  const fingerprint = breaking?.change.fingerprint ?? "";
  expect(await changes.byFingerprint(second.id, fingerprint)).toEqual(breaking?.change);

  const both = [await pages.list(first.id), await pages.list(second.id)];
  const cats = both.map((all) => all.find(({ title }) => title === "List cats"));
  // Unchanged content is stored once.
  expect(cats[0]?.htmlDigest).toBe(cats[1]?.htmlDigest);
  const html = await pages.fragment(cats[0]?.htmlDigest ?? "");
  expect(gunzipSync(html ?? "").toString()).toContain("/cats");
  const report = await pages.fragment(second.facts.reports.markdown);
  expect(gunzipSync(report ?? "").toString()).toContain("GET /dogs");
  const framing = gunzipSync((await pages.fragment(second.facts.framing ?? "")) ?? "").toString();
  expect(JSON.parse(framing).navigation).toBeInstanceOf(Array);

  const found = await pages.search(second.id, ["BIRDS"], 10);
  expect(found.some(({ page }) => page.title === "List birds")).toBe(true);
  expect(await pages.search(second.id, ["dogs"], 10)).toEqual([]);
  expect(await pages.search(second.id, ["b%s"], 10)).toEqual([]);

  expect((await versions.newest("shop", "main"))?.id).toBe(second.id);
  expect((await versions.byNumber("shop", 1))?.id).toBe(first.id);
  const listedVersions = await versions.list({ limit: 10, interface: "shop" });
  expect(listedVersions.map(({ number }) => number)).toEqual([2, 1]);
  const breakingOnly = await versions.list({ limit: 10, classes: ["breaking"] });
  expect(breakingOnly.map(({ number }) => number)).toEqual([2]);
  expect(await files.ofOwner(first.id)).toHaveLength(1);
});

test("a pattern whose search on a default would take years delays no version", {
  timeout: 30_000,
}, async () => {
  const services = await startServices({ process: ownProcesses });
  await addInterface(services, "shop");
  const document = (maxLength: number) => `${shop("cats")}components:
  schemas:
    Name:
      type: string
      pattern: "^(a+)+$"
      maxLength: ${maxLength}
      default: ${"a".repeat(60)}!
      examples: [${"a".repeat(60)}!]
`;
  expect(await publish(services, request(document(70)))).toMatchObject({ state: "published" });
  expect(await publish(services, request(document(80)))).toMatchObject({ state: "published" });
});

test("a document of Swagger 2.0 is converted, also if a process may only read code", async () => {
  const services = await startServices({ process: ownProcesses });
  await addInterface(services, "shop");
  const swagger = `swagger: "2.0"
info: { title: Shop, version: "1.0" }
paths:
  /cats:
    get:
      operationId: list-cats
      responses: { "200": { description: All of them., schema: { type: string } } }
`;
  const first = await publish(services, request(swagger));
  expect(first).toMatchObject({ state: "published", facts: { formatVersion: "3.0.4" } });
  const second = await publish(services, request(shop("cats", "dogs")));
  expect(second).toMatchObject({ state: "published", facts: { formatVersion: "3.1.1" } });
  const changes = await services.storage.committed.changes.list(second.id, { limit: 10 });
  expect(changes.map(({ change }) => change.ruleId)).toContain("operation-added");
  // Documents that cannot be converted are rejected at once, with a fix.
  const bad = await publish(
    services,
    request(`${swagger}definitions: { A: { $ref: "#/nowhere" } }\n`),
  );
  expect(bad).toMatchObject({ state: "rejected", diagnostics: [{ fix: expect.any(String) }] });
});

test("a document with faults is rejected, with all of them, and takes no number", async () => {
  const services = await startServices();
  await addInterface(services, "shop");
  const bad = `${shop("cats")}components: { schemas: { A: { $ref: "#/nowhere" } } }\n`;
  const rejected = await publish(services, request(bad));
  expect(rejected).toMatchObject({
    state: "rejected",
    diagnostics: [
      {
        ...{ code: "REF_NOT_FOUND", severity: "error", fix: expect.any(String) },
        ...{ file: "api/openapi.yaml", line: 10, column: expect.any(Number) },
        pointer: expect.stringContaining("/components/schemas/A"),
      },
    ],
  });
  expect(await publish(services, request(shop("cats")))).toMatchObject({ number: 1 });
});

const asyncApi = `asyncapi: 3.0.0\ninfo: { title: Shop, version: "1.0" }\n`;

test.each([
  [
    "another format than was claimed",
    { claimed: "asyncapi", before: undefined },
    "FORMAT_NOT_CLAIMED",
  ],
  ["another format than the version before", { claimed: null, before: asyncApi }, "FORMAT_CHANGED"],
] as const)("%s is rejected", async (_, { claimed, before }, code) => {
  const services = await startServices();
  await addInterface(services, "shop");
  if (before !== undefined) {
    expect(await publish(services, request(before))).toMatchObject({ state: "published" });
  }
  const { document } = request(shop("cats"));
  const wanted = request("", { document: { ...document, format: claimed } });
  const version = await publish(services, wanted);
  expect(version).toMatchObject({ state: "rejected", diagnostics: [{ code }] });
});

test("a document reads the files that came with it, and no others", async () => {
  const services = await startServices({ process: ownProcesses });
  await addInterface(services, "shop");
  const withRef = (ref: string) =>
    `${shop("cats")}components: { schemas: { A: { $ref: "${ref}" } } }\n`;
  const send = (ref: string) =>
    publish(
      services,
      request("", {
        document: {
          ...{ path: "api/openapi.yaml", format: null },
          files: [
            { path: "api/openapi.yaml", text: withRef(ref) },
            { path: "schemas/a.yaml", text: "A: { type: string }\nB: { $ref: '#/C' }\n" },
          ],
        },
      }),
    );
  expect(await send("../schemas/a.yaml#/A")).toMatchObject({ state: "published" });
  expect(await send("../schemas/a.yaml#/B")).toMatchObject({
    state: "rejected",
    diagnostics: [{ code: "REF_NOT_FOUND", file: "schemas/a.yaml" }],
  });
});

test.each([
  ["../../../../../etc/passwd", "REF_OUTSIDE_ROOT"],
  ["/etc/passwd", "REF_OUTSIDE_ROOT"],
  ["file:///etc/passwd", "REF_OUTSIDE_ROOT"],
  ["../schemas/missing.yaml", "REF_NOT_FOUND"],
  ["http://127.0.0.1:1/a.yaml", "REF_REMOTE"],
])("a document that refers to %s is rejected", async (ref, code) => {
  const text = `${shop("cats")}components: { schemas: { A: { $ref: "${ref}" } } }\n`;
  const content = gzipSync(text);
  const head = { path: "api/openapi.yaml", files: [{ path: "api/openapi.yaml", content }] };
  const task = { head, base: null, format: null, hasPages: false };
  const result = await processDocument(task, async () => {});
  const codes = result.kind === "rejected" ? result.diagnostics.map((each) => each.code) : [];
  expect(codes).toContain(code);
});

test("a document is compared without being published", async () => {
  const services = await startServices();
  await addInterface(services, "shop");
  const { document } = request(shop("cats"));
  const wanted = { interface: "shop", branch: "main", document };
  expect(await acceptDiff(services, { ...wanted, interface: "bank" })).toEqual({
    kind: "no_interface",
  });
  const version = await publish(services, request(shop("cats", "dogs")));
  const acceptance = await acceptDiff(services, wanted);
  if (acceptance.kind !== "accepted") throw new Error("not accepted");
  await services.runner.settled(acceptance.id, 60_000);
  const { diffs, changes, versions } = services.storage.committed;
  expect(await diffs.byId(acceptance.id, services.clock.now())).toMatchObject({
    ...{ state: "done", baseId: version.id, headId: null },
    facts: { bump: "major" },
  });
  expect(await changes.list(acceptance.id, { limit: 10 })).toHaveLength(1);
  expect(await versions.list({ limit: 10 })).toHaveLength(1);

  const dayAfter = services.clock.now() + 25 * 3_600_000;
  expect(await services.storage.transaction((stored) => stored.diffs.forget(dayAfter))).toBe(1);
  expect(await changes.list(acceptance.id, { limit: 10 })).toEqual([]);
  // The file of the version stays; the file of the comparison is removed.
  const { files } = services.storage.committed;
  expect(await files.ofOwner(acceptance.id)).toEqual([]);
  expect(await files.packed((await files.ofOwner(version.id))[0]?.sha256 ?? "")).toBeDefined();
});

test("two versions are compared once, however often it is asked for", async () => {
  const services = await startServices();
  await addInterface(services, "shop");
  const all = [];
  for (const name of ["cats", "dogs", "birds"]) {
    all.push(await publish(services, request(shop(name))));
  }
  const [first, , third] = all;
  if (first === undefined || third === undefined) throw new Error("not published");
  const asked = await diffOfVersions(services, first, third);
  if (asked === "share_full") throw new Error("not accepted");
  await services.runner.settled(asked.id, 60_000);
  const done = await diffOfVersions(services, first, third);
  expect(done).toMatchObject({ id: asked.id, state: "done", facts: { bump: "major" } });
  const same = await diffOfVersions(services, third, third);
  if (same === "share_full") throw new Error("not accepted");
  await services.runner.settled(same.id, 60_000);
  expect(await diffOfVersions(services, third, third)).toMatchObject({ facts: { bump: "none" } });
});

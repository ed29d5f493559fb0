// A list of affected operations is stored once for all changes that share it: a schema may be used
// by all operations of a document, and have thousands of changes.

import { expect, test } from "vitest";
import { publishAll, startPublisher } from "./start-publisher.ts";
import { execute } from "./test-services.ts";

const operations = 6;
const properties = 8;

/** Returns a document whose operations all use one schema. */
function widely(maxLength: number): string {
  const paths = Array.from({ length: operations }, (_, index) => [
    `/r${index}`,
    { get: { responses: { 200: { description: "All.", content } } } },
  ]);
  const fields = Array.from({ length: properties }, (_, index) => [
    `p${index}`,
    { type: "string", maxLength },
  ]);
  return JSON.stringify({
    openapi: "3.1.1",
    info: { title: `Shop ${maxLength}`, version: `${maxLength}` },
    paths: Object.fromEntries(paths),
    components: { schemas: { Item: { type: "object", properties: Object.fromEntries(fields) } } },
  });
}

const content = { "application/json": { schema: { $ref: "#/components/schemas/Item" } } };

test("changes that affect the same have one list, and are read with it", async () => {
  const running = await startPublisher();
  const [, second] = await publishAll(running, "shop", [
    { document: widely(10) },
    { document: widely(20) },
  ]);
  if (second === undefined) throw new Error("no version");
  const { changes } = running.publisher.services.storage.committed;
  const listed = await changes.list(second.id, { limit: 100 });
  const widened = listed.filter(({ change }) => change.subject.name === "Item");
  expect(widened).toHaveLength(properties);
  for (const { change } of widened) {
    expect(change.affects.map(({ operation }) => operation)).toEqual(
      Array.from({ length: operations }, (_, index) => `GET /r${index}`),
    );
    expect(await changes.byFingerprint(second.id, change.fingerprint)).toEqual(change);
  }
  const lists = await execute(running.folder, "SELECT digest FROM affected_lists");
  // One of the schema, and one of the title of the document, which affects nothing.
  expect(lists).toHaveLength(2);
  await running.publisher.services.storage.transaction((stored) =>
    stored.changes.removeAll(second.id),
  );
  expect(await execute(running.folder, "SELECT digest FROM affected_lists")).toEqual([]);
});

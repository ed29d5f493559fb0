// The history that the service comes with.

import { ownHistory, readHistory, seedHistory } from "@specwright/publisher";
import { expect, test } from "vitest";
import { startPublisher } from "./start-publisher.ts";

test("the history of the marketplace begins with eleven endpoints of 2 May 2022", async () => {
  const { publisher, as, site } = await startPublisher();
  const history = readHistory(ownHistory);
  expect(await seedHistory(publisher.services, history)).toBe(history.versions.length);
  expect(await seedHistory(publisher.services, history)).toBe(0);
  const client = await as("read");
  const page = await client.listVersions({ query: { interface: "marketplace", limit: 100 } });
  if (page.status !== 200) throw new Error(`answered ${page.status}`);
  const versions = page.body.data.toReversed();
  expect(versions.slice(0, 4).map(({ number, released_at }) => [number, released_at])).toEqual([
    [1, null],
    [2, "2022-05-02"],
    [3, null],
    [4, null],
  ]);
  const path = { version_id: versions[1]?.id ?? "" };
  const diff = await client.diffVersions({ path, query: { limit: 1000 } });
  if (diff.status !== 200 || diff.contentType !== "application/json") throw new Error("no diff");
  const added = diff.body.data.changes.filter(({ rule }) => rule === "operation-added");
  expect(added).toHaveLength(11);
  const changelog = await (await fetch(`${site}/marketplace/changes.html`)).text();
  expect(changelog).toContain("Undated");
  expect(changelog).toContain("2 May 2022");
});

test.each([1, 3])("a history with %i versions published is continued", async (known) => {
  const { publisher } = await startPublisher();
  const history = readHistory(ownHistory);
  const interrupted = { ...history, versions: history.versions.slice(0, known) };
  expect(await seedHistory(publisher.services, interrupted)).toBe(known);
  expect(await seedHistory(publisher.services, history)).toBe(history.versions.length - known);
  expect(await seedHistory(publisher.services, history)).toBe(0);
});

test("an interface with versions gets no history", async () => {
  const { publisher } = await startPublisher();
  const history = readHistory(ownHistory);
  const other = { ...history, versions: history.versions.slice(1, 2) };
  expect(await seedHistory(publisher.services, other)).toBe(1);
  expect(await seedHistory(publisher.services, history)).toBe(0);
});

// Unused fragments leave the database: after failed attempts and expired comparisons.

import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { acceptDiff } from "../src/diffs/accept-diff.ts";
import type { ProcessDocument } from "../src/processing/protocol.ts";
import type { Services } from "../src/services.ts";
import { acceptVersion } from "../src/versions/accept-version.ts";
import { documentText, stubFacts } from "./stub-process.ts";
import { publish, request, shop, startServices } from "./test-runner.ts";
import {
  addInterface,
  execute,
  isPostgres,
  openServices,
  temporaryFolder,
} from "./test-services.ts";

/** Creates a page that all documents share and a separate one, and fails if the text says so. */
const process: ProcessDocument = async (task, { onBatch }) => {
  const text = documentText(task);
  const reports = [`report of ${text}`, "report"].map(fragmentOf);
  await onBatch({ fragments: reports });
  const digests = ["shared", `own of ${text}`];
  await onBatch({
    fragments: digests.map(fragmentOf),
    searchTexts: digests.map((digest) => ({ digest, entries: "[]", words: "" })),
    pages: digests.map((digest, position) => ({
      ...{ path: `${position}.html`, kind: "operation", title: digest, description: "", position },
      ...{ htmlDigest: digest, markdownDigest: digest, searchDigest: digest },
    })),
  });
  if (text.startsWith("bad"))
    return { kind: "failed", reason: "it takes too long", details: "", isOverLimits: true };
  const [markdown = ""] = reports.map(({ digest }) => digest);
  return { kind: "done", facts: { ...stubFacts, reports: { markdown, html: "report", text: "" } } };
};

function fragmentOf(digest: string): { readonly digest: string; readonly content: Uint8Array } {
  return { digest, content: Buffer.from(digest) };
}

async function digestsIn(folder: string, table: string): Promise<readonly string[]> {
  const rows = await execute(folder, `SELECT digest FROM ${table} ORDER BY digest`);
  return rows.map((row) => `${Reflect.get(row, "digest")}`);
}

async function accept(services: Services, text: string, branch = "main"): Promise<string> {
  const acceptance = await acceptVersion(services, request(text, { branch }));
  if (acceptance.kind !== "accepted") throw new Error("not accepted");
  return acceptance.id;
}

test("failed attempts leave only fragments that others use", async () => {
  const folder = await temporaryFolder();
  const services = await startServices({ process, folder });
  await addInterface(services, "shop");
  const first = await accept(services, "bad 1");
  await services.runner.settled(first, 30_000);
  expect(await digestsIn(folder, "fragments")).toEqual([]);
  expect(await digestsIn(folder, "search_entries")).toEqual([]);
  await publish(services, request("good"));
  const second = await accept(services, "bad 2");
  await services.runner.settled(second, 30_000);
  expect(await services.storage.committed.versions.byId(second)).toMatchObject({ state: "failed" });
  const kept = ["own of good", "report", "report of good", "shared"];
  expect(await digestsIn(folder, "fragments")).toEqual(kept);
  expect(await digestsIn(folder, "search_entries")).toEqual(["own of good", "shared"]);
  expect(await digestsIn(folder, "fragment_uses")).toEqual(["report", "report of good"]);
});

test("an expired comparison is removed with its reports", async () => {
  const folder = await temporaryFolder();
  const services = await startServices({ folder });
  await addInterface(services, "shop");
  await publish(services, request(shop("cats")));
  const before = await digestsIn(folder, "fragments");
  const { document } = request(shop("dogs"));
  const acceptance = await acceptDiff(services, { interface: "shop", branch: "main", document });
  if (acceptance.kind !== "accepted") throw new Error("not accepted");
  await services.runner.settled(acceptance.id, 30_000);
  expect((await digestsIn(folder, "fragments")).length).toBeGreaterThan(before.length);
  const later = services.clock.now() + 90 * 86_400_000;
  await services.storage.transaction(({ diffs }) => diffs.forget(later));
  expect(await digestsIn(folder, "fragments")).toEqual(before);
});

test("a fragment that is removed and stored at the same time exists in the end", async () => {
  const folder = await temporaryFolder();
  const services = await startServices({ process, folder, concurrency: 4, retryMs: 0 });
  await addInterface(services, "shop");
  const names = Array.from({ length: 40 }, (_, at) => `${at % 2 === 0 ? "bad" : "good"} ${at}`);
  const ids = await Promise.all(names.map((name, at) => accept(services, name, `b${at % 8}`)));
  for (const id of ids) await services.runner.settled(id, 60_000);
  const { versions, pages } = services.storage.committed;
  const states = await Promise.all(ids.map(async (id) => (await versions.byId(id))?.state));
  expect(states).toEqual(names.map((name) => (name.startsWith("bad") ? "failed" : "published")));
  const good = names.filter((name) => name.startsWith("good"));
  const digests = good.flatMap((name) => [`own of ${name}`, `report of ${name}`]);
  for (const digest of [...digests, "shared", "report"]) {
    expect([digest, await pages.fragment(digest)]).toEqual([digest, expect.anything()]);
  }
  expect(await digestsIn(folder, "fragments")).toHaveLength(digests.length + 2);
  expect(await digestsIn(folder, "search_entries")).toHaveLength(good.length + 1);
});

// SQLite runs one transaction after the other.
test.runIf(isPostgres)("a fragment that is about to be used is not removed", async () => {
  const { storage } = await openServices();
  const fragments = [fragmentOf("a"), fragmentOf("b")];
  await storage.transaction(async ({ pages }) => {
    await pages.insertFragments(fragments);
    await pages.insertUses("old", fragments);
  });
  const inserted = Promise.withResolvers<void>();
  const using = storage.transaction(async ({ pages }) => {
    await pages.insertFragments(fragments.slice(1));
    inserted.resolve();
    await setTimeout(200);
    await pages.insertUses("new", fragments.slice(1));
  });
  await inserted.promise;
  await storage.transaction(({ pages }) => pages.removeAll("old"));
  await using;
  expect(await storage.committed.pages.fragment("a")).toBeUndefined();
  expect(await storage.committed.pages.fragment("b")).toBeDefined();
});

test.runIf(isPostgres)("a fragment is stored again if it is being removed", async () => {
  const { storage } = await openServices();
  const fragments = [fragmentOf("a")];
  await storage.transaction(async ({ pages }) => {
    await pages.insertFragments(fragments);
    await pages.insertUses("old", fragments);
  });
  const removed = Promise.withResolvers<void>();
  const removing = storage.transaction(async ({ pages }) => {
    await pages.removeAll("old");
    removed.resolve();
    await setTimeout(200);
  });
  await removed.promise;
  await storage.transaction(async ({ pages }) => {
    await pages.insertFragments(fragments);
    await pages.insertUses("new", fragments);
  });
  await removing;
  expect(await storage.committed.pages.fragment("a")).toBeDefined();
});

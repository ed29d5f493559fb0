// Edits of real documents of AsyncAPI 2.x and 3.0.

import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildContract, type Contract } from "@specwright/contract";
import { type JsonObject, loadSpecification } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-of.ts";
import { changesOf } from "./check-pairs.ts";
import { editDocument, reverseKeys } from "./edit-document.ts";

const folder = fileURLToPath(new URL("../../../../../shared/corpus/", import.meta.url));
const documents = await readDocuments();

describe("the corpus", () => {
  test.skipIf(documents.length === 0)("is at ../shared/corpus", () => {
    expect(documents.length).toBeGreaterThan(25);
  });

  test.each(documents)("$name: nothing changes in another order of keys", async ({ raw }) => {
    for (const perspective of ["provider", "consumer"] as const) {
      expect(await changesOf(raw, raw, perspective)).toEqual([]);
      expect(await changesOf(raw, reverseKeys(raw) as object, perspective)).toEqual([]);
    }
  });

  test.each(documents)("$name: one more or one less channel", async ({ raw }) => {
    const edited = editDocument(raw, { "/channels/specwrightProbe": { address: "/probe" } });
    expect(await changesOf(raw, edited)).toEqual(["non-breaking wire channel-added"]);
    expect(await changesOf(edited, raw)).toEqual(["breaking wire channel-removed"]);
  });

  test.each(documents)("$name: each channel deprecated", async ({ raw, contract }) => {
    for (const { source } of contract.channels.slice(0, 3)) {
      const edited = editDocument(raw, { [`${source.pointer}/x-deprecated`]: true });
      expect(await changesOf(raw, edited)).toEqual(["deprecation wire channel-deprecated"]);
      expect(await changesOf(edited, raw)).toEqual(["non-breaking wire channel-reactivated"]);
    }
  });

  test.each(documents)("$name: each operation removed", async ({ raw, contract }) => {
    for (const { source } of contract.channelOperations.slice(0, 3)) {
      const edited = editDocument(raw, { [source.pointer]: undefined });
      const removed = await changesOf(raw, edited);
      expect(removed).toContainEqual(expect.stringMatching(/channel-operation-removed/));
      const added = await changesOf(edited, raw);
      expect(added).toContainEqual(expect.stringMatching(/channel-operation-added/));
    }
  });

  test.each(documents)("$name: each message in another format", async ({ raw, contract }) => {
    for (const message of contract.messages.slice(0, 4)) {
      const edited = editDocument(raw, {
        [`${message.source.pointer}/contentType`]: "text/x-probe",
      });
      const isUsed = contract.channelOperations.some(({ messages, reply }) =>
        [...messages, ...(reply?.messages ?? [])].some(
          ({ source }) => source.pointer === message.source.pointer,
        ),
      );
      const want = /^breaking wire message-content-type-changed/;
      const found = await changesOf(raw, edited);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(isUsed ? /(request|response|both)$/ : want);
    }
  });
});

interface CorpusDocument {
  readonly name: string;
  readonly raw: JsonObject;
  readonly contract: Contract;
}

/** Reads the AsyncAPI documents that are a single file. */
async function readDocuments(): Promise<CorpusDocument[]> {
  const read: CorpusDocument[] = [];
  for (const name of globSync("{asyncapi,more}/**/*.{yml,yaml,json}", { cwd: folder }).sort()) {
    const { specification } = await loadSpecification(join(folder, name), { validate: false });
    const contract = specification && buildContract(specification).contract;
    if (contract?.format !== "asyncapi") continue;
    const isAlone = await contractOf(contract.raw).catch(() => undefined);
    if (isAlone !== undefined) read.push({ name, raw: contract.raw, contract: isAlone });
  }
  return read;
}

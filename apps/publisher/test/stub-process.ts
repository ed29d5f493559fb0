import { setTimeout } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import type { DocumentTask, ProcessDocument } from "../src/processing/protocol.ts";
import type { Facts } from "../src/storage/facts.ts";

const counts = {
  ...{ breaking: 0, "potentially-breaking": 0, deprecation: 0, "non-breaking": 0, docs: 0 },
};

/** Invented facts about a document. */
export const stubFacts: Facts = {
  ...{ format: "openapi", formatVersion: "3.1.1", title: "Shop", version: "1.0", bump: "none" },
  ...{ counts, summary: "No changes", framing: null },
  reports: { markdown: "", html: "", text: "" },
};

/** Returns the text of the only file of a document. */
export function documentText({ head }: DocumentTask): string {
  return gunzipSync(head.files[0]?.content ?? "").toString();
}

/** Hands over three batches of one page each instead of a document's, some milliseconds apart. */
export const stubProcess: ProcessDocument = async (task, { onBatch, signal }) => {
  for (const position of [0, 1, 2]) {
    await setTimeout(Math.random() * 4, undefined, { signal });
    const digest = `${documentText(task)} ${position}`;
    await onBatch({
      fragments: [{ digest, content: gzipSync(digest) }],
      searchTexts: [{ digest, entries: "[]", words: "" }],
      pages: [
        {
          ...{ path: `${position}.html`, kind: "operation", title: digest, description: "" },
          ...{ position, htmlDigest: digest, markdownDigest: digest, searchDigest: digest },
        },
      ],
    });
  }
  return { kind: "done", facts: stubFacts };
};

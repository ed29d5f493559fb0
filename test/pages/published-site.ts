// The publishing service with the history of our interfaces and the documents of `specs/`.

import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPublisher,
  type History,
  type HistoryVersion,
  ownHistory,
  readHistory,
  seedHistory,
} from "@specwright/publisher";
import type { UploadedFile } from "../../apps/publisher/src/uploads/uploaded-files.ts";
import { processDocument } from "../../apps/publisher/src/worker/process-document.ts";

/** A running service. */
export interface PublishedSite {
  readonly url: string;
  close(): Promise<void>;
}

/** Options for `publishSite`. */
export interface PublishSiteOptions {
  /** The file that declares consoles. */
  readonly consolesFile?: string;
  /** The file that declares the brand. */
  readonly brandFile?: string;
}

/** Starts the service on a free port with a database in a temporary folder. */
export async function publishSite(options: PublishSiteOptions = {}): Promise<PublishedSite> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-pages-"));
  const publisher = await createPublisher({
    database: { engine: "sqlite", file: join(folder, "publisher.db") },
    rateLimits: "off",
    ...options,
    // These documents are harmless, and processing each in a new process would take seconds.
    process: (task, { onBatch }) => processDocument(task, onBatch),
  });
  await seedHistory(publisher.services, wholeHistory());
  const url = await publisher.listen();
  return {
    url,
    async close() {
      await publisher.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const documents = {
  marketplace: "marketplace/openapi.yaml",
  streams: "streams/asyncapi.yaml",
  publisher: "publisher/openapi.yaml",
};
const otherFiles = ["responses/problems.yaml", "schemas/problem.yaml"];

function wholeHistory(): History {
  const { interfaces, versions } = readHistory(ownHistory);
  const others = otherFiles.map(readSpec);
  const ours = Object.entries(documents).map(
    ([name, path]): HistoryVersion => ({
      interface: name,
      files: { document: readSpec(path), others: name === "streams" ? [] : others },
      releasedAt: "2026-11-24",
    }),
  );
  return { interfaces, versions: [...versions, ...ours] };
}

function readSpec(path: string): UploadedFile {
  return { path, text: readFileSync(new URL(`../../specs/${path}`, import.meta.url), "utf8") };
}

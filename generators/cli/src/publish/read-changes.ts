// Reads all changes of a comparison from a publisher, page by page.

import { createDiff, diffVersions, getDiff } from "@specwright/publisher-api/client";
import type {
  Change,
  CreateDiffBody,
  Diff,
  DiffVersionsResponse,
  GetDiffResponse,
  InvalidDocumentProblem,
} from "@specwright/publisher-api/types";
import type { Patience } from "./patience.ts";
import { type Publisher, retryAfterMs, type Transport } from "./publisher.ts";
import { type Attempt, refusalError } from "./refusal.ts";
import { unexpectedResponse } from "./send-publication.ts";

/** A comparison and all its changes, or the problem of a rejected document. */
export type Compared =
  | { readonly kind: "compared"; readonly diff: Diff; readonly changes: readonly Change[] }
  | { readonly kind: "rejected"; readonly problem: InvalidDocumentProblem };

/** Compares a document with the published version. The document is not published. */
export async function compareUnpublished(
  publisher: Publisher,
  body: CreateDiffBody,
  attempt: Attempt,
  patience: Patience,
): Promise<Compared> {
  const headers = { Prefer: `wait=${patience.preferredSeconds()}` };
  const { answer } = await publisher.call((transport, options) =>
    createDiff(transport, { headers, body }, options),
  );
  switch (answer.status) {
    case 201: {
      const { id } = answer.body.data;
      if (id === null) throw unexpectedResponse(answer.status);
      return await readPages(publisher, diffReader(id), attempt, patience, answer.body.data);
    }
    case 202: {
      const { id } = answer.body.data;
      patience.accept(id);
      await patience.pause(retryAfterMs(answer));
      return await readPages(publisher, diffReader(id), attempt, patience);
    }
    case 422:
      return { kind: "rejected", problem: answer.body };
    default:
      throw refusalError(answer.body, attempt);
  }
}

/** Reads the changes between a version and the previous version. */
export async function readVersionChanges(
  publisher: Publisher,
  id: string,
  attempt: Attempt,
  patience: Patience,
): Promise<Compared> {
  const path = { version_id: id };
  const read: ReadPage = (transport, query, options) =>
    diffVersions(transport, { path, query }, options);
  return await readPages(publisher, read, attempt, patience);
}

type PageQuery = { readonly limit: number; readonly cursor?: string };
type ReadPage = (
  transport: Transport,
  query: PageQuery,
  options: { readonly signal: AbortSignal; readonly headers: Readonly<Record<string, string>> },
) => Promise<DiffVersionsResponse | GetDiffResponse>;

function diffReader(id: string): ReadPage {
  return (transport, query, options) =>
    getDiff(transport, { path: { diff_id: id }, query }, options);
}

const pageSize = 1000;

async function readPages(
  publisher: Publisher,
  read: ReadPage,
  attempt: Attempt,
  patience: Patience,
  first?: Diff,
): Promise<Compared> {
  const changes = [...(first?.changes ?? [])];
  let diff = first;
  while (diff === undefined || diff.next_cursor !== null) {
    const query = { limit: pageSize, ...(diff?.next_cursor && { cursor: diff.next_cursor }) };
    const { answer } = await publisher.call((transport, options) =>
      read(transport, query, { ...options, headers: { accept: "application/json" } }),
    );
    if (answer.status === 200 && answer.contentType === "application/json") {
      diff = answer.body.data;
      changes.push(...diff.changes);
    } else if (answer.status === 202) {
      await patience.pause(retryAfterMs(answer));
    } else if (answer.status === 422) {
      return { kind: "rejected", problem: answer.body };
    } else if (answer.status === 200 || answer.status === 304) {
      throw unexpectedResponse(answer.status);
    } else {
      throw refusalError(answer.body, attempt);
    }
  }
  return { kind: "compared", diff, changes };
}

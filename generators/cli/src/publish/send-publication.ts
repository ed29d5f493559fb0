// Sends a document to a publisher, and waits for the result.

import { createHash } from "node:crypto";
import {
  getInterface,
  getVersion,
  publishVersion,
  putInterface,
} from "@specwright/publisher-api/client";
import type {
  InvalidDocumentProblem,
  PublishVersionBody,
  VersionDetails,
} from "@specwright/publisher-api/types";
import { CliError } from "../terminal/cli-error.ts";
import type { Patience } from "./patience.ts";
import type { Publication } from "./publication.ts";
import { type Publisher, retryAfterMs } from "./publisher.ts";
import { type Attempt, refusalError } from "./refusal.ts";

/** The result of sending a document. */
export type Published =
  | { readonly kind: "published" | "unchanged"; readonly version: VersionDetails }
  | { readonly kind: "accepted"; readonly id: string }
  | { readonly kind: "rejected"; readonly problem: InvalidDocumentProblem };

/** The facts about a version that are sent with its files. */
export type VersionNotes = Pick<
  PublishVersionBody,
  | "branch"
  | "lenient"
  | "accept_faults"
  | "commit"
  | "previous_id"
  | "released_at"
  | "release_title"
  | "release_notes"
>;

/**
 * Sends a document, and waits until it is published. With `--wait 0`, returns as soon as the publisher has
 * accepted the document. If the document has faults, returns the rejection.
 *
 * @throws {CliError} if the publisher refuses the request for any other reason.
 */
export async function sendPublication(
  publisher: Publisher,
  publication: Publication,
  notes: VersionNotes,
  attempt: Attempt,
  patience: Patience,
): Promise<Published> {
  const body = { ...notes, ...contractDocument(publication), interface: attempt.interface };
  const seconds = patience.preferredSeconds();
  const headers = { Prefer: `wait=${seconds}` };
  const { answer, isRepeated } = await publisher.call((transport, options) =>
    publishVersion(transport, { contentType: "application/json", headers, body }, options),
  );
  switch (answer.status) {
    case 201:
      return { kind: "published", version: answer.body.data };
    case 202: {
      const { id } = answer.body.data;
      patience.accept(id);
      if (seconds === 0) return { kind: "accepted", id };
      await patience.pause(retryAfterMs(answer));
      return await awaitVersion(publisher, id, attempt, patience);
    }
    case 204: {
      const id = versionIdIn(answer.headers?.Location);
      const found = await awaitVersion(publisher, id, attempt, patience);
      // An earlier attempt may have published the document, although its response was lost. In that case,
      // the result is `published`, not `unchanged`.
      return found.kind === "published" && !isRepeated ? { ...found, kind: "unchanged" } : found;
    }
    case 422:
      return { kind: "rejected", problem: answer.body };
    default:
      throw refusalError(answer.body, attempt);
  }
}

/** Returns the files of a publication as members of the request body. */
export function contractDocument({
  path,
  document,
  files,
}: Publication): Pick<PublishVersionBody, "path" | "document" | "sha256" | "files"> {
  return {
    path,
    document,
    sha256: createHash("sha256").update(document).digest("hex"),
    files: files.map((each) => ({ ...each })),
  };
}

/** Reads a version repeatedly until the publisher has processed it. */
export async function awaitVersion(
  publisher: Publisher,
  id: string,
  attempt: Attempt,
  patience: Patience,
): Promise<Published> {
  for (;;) {
    const answer = await pollVersion(publisher, id, attempt, patience);
    switch (answer.status) {
      case 200:
        return { kind: "published", version: answer.body.data };
      case 202:
        patience.accept(id);
        await patience.pause(retryAfterMs(answer));
        break;
      case 304:
        throw unexpectedResponse(answer.status);
      case 422:
        return { kind: "rejected", problem: answer.body };
      default:
        throw refusalError(answer.body, attempt);
    }
  }
}

/** Reads a version that the publisher has accepted. Continues if the publisher restarts. */
async function pollVersion(
  publisher: Publisher,
  id: string,
  attempt: Attempt,
  patience: Patience,
): Promise<Awaited<ReturnType<typeof getVersion>>> {
  for (;;) {
    try {
      const { answer } = await publisher.call((transport, options) =>
        getVersion(transport, { path: { version_id: id } }, options),
      );
      if (answer.status !== 503) return answer;
      await patience.waitForRestart(refusalError(answer.body, attempt));
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== "publisher_unreachable") throw error;
      await patience.waitForRestart(error);
    }
  }
}

/** Creates the interface if the publisher does not have it. Never changes an existing interface. */
export async function createInterface(
  publisher: Publisher,
  attempt: Attempt,
  title: string,
): Promise<"created" | "present"> {
  if (await hasInterface(publisher, attempt)) return "present";
  const path = { interface: attempt.interface };
  const body = { title: title.trim().slice(0, 256) || attempt.interface };
  const { answer } = await publisher.call((transport, options) =>
    putInterface(transport, { path, body }, options),
  );
  if (answer.status === 200 || answer.status === 201) return "created";
  throw refusalError(answer.body, attempt);
}

/** Reports whether the publisher has the interface. */
export async function hasInterface(publisher: Publisher, attempt: Attempt): Promise<boolean> {
  const path = { interface: attempt.interface };
  const { answer } = await publisher.call((transport, options) =>
    getInterface(transport, { path }, options),
  );
  if (answer.status === 200) return true;
  if (answer.status === 404) return false;
  throw answer.status === 304
    ? unexpectedResponse(answer.status)
    : refusalError(answer.body, attempt);
}

/** Returns the error for a response that the request should not have. */
export function unexpectedResponse(status: number): CliError {
  return new CliError(
    "publisher_unreachable",
    `The publisher answered ${status}, which does not belong to this request.`,
    "A proxy in between may have answered: ask its operator.",
  );
}

function versionIdIn(location: string | undefined): string {
  const id = /\/versions\/([^/?#]+)$/.exec(location ?? "")?.[1];
  if (id !== undefined) return id;
  throw unexpectedResponse(204);
}

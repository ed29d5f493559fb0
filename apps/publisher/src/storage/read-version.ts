import {
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
} from "@specwright/service/database";
import { readDiagnostics, readFacts, readFormat } from "./read-facts.ts";
import type { PublishedVersion, Version, VersionHead, WithdrawnVersion } from "./version.ts";

/** Reads a version in any state. */
export function readVersion(row: Row): Version {
  const state = readText(row, "state");
  switch (state) {
    case "processing":
      return { ...readHead(row), state };
    case "published": {
      const withdrawnAt = readIntegerOrNull(row, "withdrawn_at");
      return withdrawnAt === null ? readPublished(row) : readWithdrawn(row);
    }
    case "rejected":
      return {
        ...readHead(row),
        state,
        diagnostics: readDiagnostics(readText(row, "diagnostics")),
      };
    case "failed":
      return { ...readHead(row), state, failure: readText(row, "failure") };
    default:
      throw new TypeError("unknown version state in column `state`");
  }
}

/** Reads a published version. */
export function readPublished(row: Row): PublishedVersion {
  return {
    ...readHead(row),
    state: "published",
    number: readInteger(row, "number"),
    previousId: readTextOrNull(row, "previous_id"),
    facts: readFacts(readText(row, "facts")),
    releasedAt: readTextOrNull(row, "released_at"),
    publishedAt: readInteger(row, "published_at"),
    revisedAt: readIntegerOrNull(row, "revised_at"),
  };
}

/** Reads a withdrawn version. */
export function readWithdrawn(row: Row): WithdrawnVersion {
  const withdrawnAt = readInteger(row, "withdrawn_at");
  const reason = readTextOrNull(row, "withdrawal_reason");
  return { ...readPublished(row), state: "withdrawn", withdrawnAt, reason };
}

function readHead(row: Row): VersionHead {
  return {
    id: readText(row, "id"),
    position: readInteger(row, "position"),
    interface: readText(row, "interface"),
    branch: readText(row, "branch"),
    digest: readText(row, "digest"),
    path: readText(row, "path"),
    format: readFormat(row),
    isLenient: readInteger(row, "is_lenient") === 1,
    acceptsFaults: readInteger(row, "accepts_faults") === 1,
    replacesWithdrawn: readInteger(row, "replaces_withdrawn") === 1,
    commit: readTextOrNull(row, "commit_id"),
    release: {
      title: readTextOrNull(row, "release_title"),
      notes: readTextOrNull(row, "release_notes"),
    },
    acceptedAt: readInteger(row, "accepted_at"),
  };
}

import { integer, integerOrNull, type Row, text, textOrNull } from "@specwright/service/database";
import { readDiagnostics, readFacts, readFormat } from "./read-facts.ts";
import type { PublishedVersion, Version, VersionHead, WithdrawnVersion } from "./version.ts";

/** Reads a version in any state. */
export function readVersion(row: Row): Version {
  const state = text(row, "state");
  switch (state) {
    case "processing":
      return { ...readHead(row), state };
    case "published": {
      const withdrawnAt = integerOrNull(row, "withdrawn_at");
      return withdrawnAt === null ? readPublished(row) : readWithdrawn(row);
    }
    case "rejected":
      return { ...readHead(row), state, diagnostics: readDiagnostics(text(row, "diagnostics")) };
    case "failed":
      return { ...readHead(row), state, failure: text(row, "failure") };
    default:
      throw new TypeError("unknown version state in column `state`");
  }
}

/** Reads a published version. */
export function readPublished(row: Row): PublishedVersion {
  return {
    ...readHead(row),
    state: "published",
    number: integer(row, "number"),
    previousId: textOrNull(row, "previous_id"),
    facts: readFacts(text(row, "facts")),
    releasedAt: textOrNull(row, "released_at"),
    publishedAt: integer(row, "published_at"),
    revisedAt: integerOrNull(row, "revised_at"),
  };
}

/** Reads a withdrawn version. */
export function readWithdrawn(row: Row): WithdrawnVersion {
  const withdrawnAt = integer(row, "withdrawn_at");
  const reason = textOrNull(row, "withdrawal_reason");
  return { ...readPublished(row), state: "withdrawn", withdrawnAt, reason };
}

function readHead(row: Row): VersionHead {
  return {
    id: text(row, "id"),
    position: integer(row, "position"),
    interface: text(row, "interface"),
    branch: text(row, "branch"),
    digest: text(row, "digest"),
    path: text(row, "path"),
    format: readFormat(row),
    isLenient: integer(row, "is_lenient") === 1,
    acceptsFaults: integer(row, "accepts_faults") === 1,
    replacesWithdrawn: integer(row, "replaces_withdrawn") === 1,
    commit: textOrNull(row, "commit_id"),
    release: { title: textOrNull(row, "release_title"), notes: textOrNull(row, "release_notes") },
    acceptedAt: integer(row, "accepted_at"),
  };
}

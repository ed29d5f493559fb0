import type { Schema } from "@specwright/contract";
import { type JsonValue, pointerTokens, type Source } from "@specwright/spec-loader";
import { type Affected, compareClasses, type Subject } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Finding } from "../changes/finding.ts";
import { canonicalText } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import type { SchemaUse } from "../schemas/schema-use.ts";

/** An operation in both contracts, and how its changes are reported. */
export interface Site {
  readonly comparison: Comparison;
  readonly groups: DraftGroups;
  /** The operation as a subject: that of a callback is the operation that asks for it. */
  readonly subject: Subject;
  /** The name of the operation in `Change.affects`. */
  readonly operation: string;
  /** Set in a callback, in front of the names of parts: `callback onEvent `. */
  readonly prefix: string;
  /** The places of the operation, under which lies what belongs to it alone. */
  readonly sources: readonly Source[];
  /** The direction of requests: the provider reads them, but writes those of webhooks. */
  readonly requests: Affected["direction"];
  /** The `x-stability-level` of the operation in the revision. */
  readonly stability: JsonValue | undefined;
}

/** A part of an operation, such as `response 200`. */
export type Part = Pick<Affected, "part" | "direction">;

/** Returns the direction of responses. */
export function responsesOf({ requests }: Site): Affected["direction"] {
  return requests === "request" ? "response" : "request";
}

/** Reports a change of a part of an operation, or of the operation itself. */
export function reportAt(site: Site, part: Part | undefined, finding: Finding): void {
  const name = site.prefix + (part?.part ?? "");
  const local = name === "" ? site.subject : { ...site.subject, path: name.trimEnd() };
  const { revision = finding.base } = finding;
  site.groups.add({
    ...finding,
    local,
    subject: revision === undefined ? local : (ownerOf(site, revision, name) ?? local),
    affects: [affectedBy(site, part)],
  });
}

/** Compares the schemas of a part. */
export function compareSchemasAt(
  site: Site,
  part: Part,
  place: SchemaUse["place"],
  base: Schema,
  revision: Schema,
): void {
  const { subject, operation } = site;
  const name = site.prefix + part.part;
  const owner = ownerOf(site, revision.source, name) ?? { ...subject, path: name };
  const use = { operation, part: name, direction: part.direction, subject: owner, place };
  site.comparison.compareSchemas(base, revision, use);
}

function affectedBy({ operation, prefix, requests }: Site, part: Part | undefined): Affected {
  const name = `${prefix}${part?.part ?? ""}`.trimEnd();
  return {
    operation,
    part: name === "" ? "operation" : name,
    direction: part?.direction ?? requests,
  };
}

/** Returns the part of the document that a place belongs to, unless it is the operation. */
function ownerOf({ sources }: Site, { file, pointer }: Source, part: string): Subject | undefined {
  const isOwn = sources.some(
    (each) =>
      each.file === file && (pointer === each.pointer || pointer.startsWith(`${each.pointer}/`)),
  );
  if (isOwn) return undefined;
  const [root, kind = "", name = "", ...rest] = pointerTokens(pointer) ?? [];
  if (root === "components") {
    const path = rest.length === 0 ? {} : { path: rest.join("/") };
    return { kind: "component", name: `${kind}/${name}`, ...path };
  }
  if (root === "webhooks") return { kind: "webhook", name: kind, path: part };
  if (root === "paths") {
    return { kind: "path", name: kind, path: part };
  }
  return { kind: "component", name: `${file.replace(/^.*\//, "")}#${pointer}` };
}

/** A change found in one operation, which others may share. */
interface LocalDraft extends ChangeDraft {
  /** The operation, or the part of it: the subject if no other operation shares the change. */
  readonly local: Subject;
  readonly affects: readonly Affected[];
}

/**
 * Changes that are gathered by their origin, so that a change of a part that many operations share
 * is recorded once, with all of them.
 */
export class DraftGroups {
  readonly #groups = new Map<string, LocalDraft[]>();

  /** Adds a change of one operation. */
  add(draft: LocalDraft): void {
    const { rule, base, revision, details = [] } = draft;
    const places = [base?.file, base?.pointer, revision?.file, revision?.pointer];
    const key = canonicalText([rule, ...places.map((each) => each ?? null), ...details]);
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, [draft]);
    else group.push(draft);
  }

  /** Records one change for each origin. */
  recordAll(comparison: Comparison): void {
    for (const group of this.#groups.values()) {
      const [worst] = [...group].sort((left, right) => compareClasses(left.class, right.class));
      if (worst === undefined) continue;
      const isWorst = ({ class: each, surface }: LocalDraft): boolean =>
        each === worst.class && surface === worst.surface;
      const reached = group.flatMap((each) => each.affects);
      const affects = group.filter(isWorst).flatMap((each) => each.affects);
      const milderIn = group.filter((each) => !isWorst(each)).flatMap((each) => each.affects);
      const directions = new Set(group.map((each) => each.direction));
      const isLocal =
        new Set(reached.map(({ operation, part }) => `${operation} ${part}`)).size < 2;
      const { local, ...draft } = worst;
      const subject = isLocal ? local : draft.subject;
      comparison.record({
        ...draft,
        subject,
        message: messageAbout(subject, draft.message),
        affects,
        milderIn,
        ...(directions.size > 1 && { direction: "both" }),
      });
    }
  }
}

/** Puts in front of a message what it does not name: the subject, and the place inside it. */
function messageAbout({ name, path = "" }: Subject, message: string): string {
  const plain = message.replaceAll("`", "");
  const missing = [name, path].filter((each) => !plain.includes(each));
  return missing.length === 0 ? message : `${missing.join(", ")}: ${message}`;
}

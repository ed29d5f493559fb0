import type { Contract, Schema } from "@specwright/contract";
import {
  compareCodePoints,
  type JsonValue,
  pointerTokens,
  type Source,
} from "@specwright/spec-loader";
import { type Affected, compareClasses, type Subject } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Finding } from "../changes/finding.ts";
import { canonicalText } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import type { SchemaUse } from "../schemas/schema-use.ts";

/** An operation in both contracts, with the information that its changes need. */
export interface Site {
  readonly comparison: Comparison;
  readonly groups: DraftGroups;
  /** The subject of changes. For a callback, this is the operation that declares the callback. */
  readonly subject: Subject;
  /** The name of the operation in `Change.affects`. */
  readonly operation: string;
  /** The prefix for the names of parts inside a callback: `callback onEvent `. Empty outside callbacks. */
  readonly prefix: string;
  /**
   * The positions of the operation's objects. Everything inside these objects belongs only to this
   * operation.
   */
  readonly sources: readonly Source[];
  /** The direction of requests. In a webhook it is `response`, because the provider sends the requests. */
  readonly requests: Affected["direction"];
  /** The `x-stability-level` of the operation in the revision. */
  readonly stability: JsonValue | undefined;
}

/** A part of an operation, such as `response 200`. */
export type Part = Pick<Affected, "part" | "direction">;

export function responsesOf({ requests }: Site): Affected["direction"] {
  return requests === "request" ? "response" : "request";
}

/** Records a change of a part of an operation. Without a part, records a change of the operation. */
export function reportAt(site: Site, part: Part | undefined, finding: Finding): void {
  const name = site.prefix + (part?.part ?? "");
  const local = name === "" ? site.subject : { ...site.subject, path: name.trimEnd() };
  const { base, revision } = finding;
  const place = revision ?? base;
  site.groups.add({
    ...finding,
    local,
    subject: (place && partOwner(site, place, name)) ?? local,
    isOfUse: isOfUse(site, base, revision),
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
  const { operation } = site;
  const name = site.prefix + part.part;
  const local = { ...site.subject, path: name };
  const shared = isOfUse(site, base.source, revision.source)
    ? undefined
    : partOwner(site, revision.source, name);
  const subject = shared ?? local;
  const use = { operation, part: name, direction: part.direction, subject, place };
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

/** Returns the shared part of the document that contains a position; undefined inside the operation. */
function partOwner(
  { sources }: Site,
  { file, pointer }: Source,
  part: string,
): Subject | undefined {
  if (isInside(sources, { file, pointer })) return undefined;
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

function isInside(sources: readonly Source[], { file, pointer }: Source): boolean {
  return sources.some(
    (each) =>
      each.file === file && (pointer === each.pointer || pointer.startsWith(`${each.pointer}/`)),
  );
}

/**
 * Reports whether the operation refers to a different shared part than before. In this case the operation
 * changed, not the shared part.
 */
function isOfUse(
  { comparison, sources }: Site,
  base: Source | undefined,
  revision: Source | undefined,
): boolean {
  const [before, after] = [base, revision].map((each) => each && sharedPart(sources, each));
  if (base !== undefined && revision !== undefined) return before !== after;
  if (before !== undefined && base !== undefined) return isWritten(comparison.revision, base);
  return after !== undefined && revision !== undefined && isWritten(comparison.base, revision);
}

/**
 * Returns the name of the shared part that contains a position: `responses/NotFound`; undefined inside the
 * operation.
 */
function sharedPart(sources: readonly Source[], source: Source): string | undefined {
  if (isInside(sources, source)) return undefined;
  const [root = "", kind = "", name = ""] = pointerTokens(source.pointer) ?? [];
  return root === "components" ? `${kind}/${name}` : undefined;
}

function isWritten(contract: Contract, { file, pointer }: Source): boolean {
  const outer = pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0));
  const [own, around] = [pointer, outer].map((each) => contract.locate({ file, pointer: each }));
  // The position of a missing field is the position of the enclosing object.
  return own?.line !== around?.line || own?.column !== around?.column;
}

/** A change in one operation. Other operations may have the same change. */
interface LocalDraft extends ChangeDraft {
  /**
   * The operation or its part. This is the subject of the change if no other operation has the same change.
   */
  readonly local: Subject;
  /** Whether the operation now uses a different part. False if the shared part itself changed. */
  readonly isOfUse?: boolean;
  readonly affects: readonly Affected[];
}

/**
 * Groups changes by their origin. A change of a shared part is recorded once, with all operations that use
 * the part.
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
      const uses = [...new Set(reached.map(({ operation, part }) => `${operation} ${part}`))];
      const isLocal = uses.length < 2;
      const { local, isOfUse: isOfUses, details = [], ...draft } = worst;
      const [first = local] = group
        .map((each) => each.local)
        .sort((left, right) => compareCodePoints(subjectKey(left), subjectKey(right)));
      const subject = isLocal || isOfUses ? first : draft.subject;
      comparison.record({
        ...draft,
        details: isOfUses && !isLocal ? [...details, uses.sort()] : details,
        subject,
        message: messageAbout(subject, draft.message),
        affects,
        milderIn,
        ...(directions.size > 1 && { direction: "both" }),
      });
    }
  }
}

/** Adds the subject and the path to a message that does not name them. */
function messageAbout({ name, path = "" }: Subject, message: string): string {
  const plain = message.replaceAll("`", "");
  const missing = [name, path].filter((each) => !plain.includes(each));
  return missing.length === 0 ? message : `${missing.join(", ")}: ${message}`;
}

function subjectKey({ name, path = "" }: Subject): string {
  return `${name} ${path}`;
}

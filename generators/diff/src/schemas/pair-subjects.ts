import type { Contract } from "@specwright/contract";
import type { Subject } from "../changes/change.ts";
import { pathWords } from "../changes/path-words.ts";
import type { ReachedUse } from "./reached-uses.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import { pathBetween, SchemaSubjects } from "./schema-subject.ts";

/** What the pairs of schemas of two contracts are called. */
export class PairSubjects {
  readonly #base: SchemaSubjects;
  readonly #revision: SchemaSubjects;

  constructor(base: Contract, revision: Contract) {
    this.#base = new SchemaSubjects(base);
    this.#revision = new SchemaSubjects(revision);
  }

  /** Returns the subject of a change of a pair that is used in some places. */
  of(pair: SchemaPair, uses: readonly ReachedUse[]): Subject {
    const before = this.#base.subjectOf(pair.base);
    const after = this.#revision.subjectOf(pair.revision);
    // Where one schema took the place of another, neither of them changed.
    const isReplaced =
      before !== undefined &&
      after !== undefined &&
      before.name !== after.name &&
      (this.#revision.names.has(before.name) || this.#base.names.has(after.name));
    const named = isReplaced ? placeOf(before, after) : (after ?? before);
    if (named !== undefined) return named;
    const [first] = uses.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
    if (first === undefined) return { kind: "document", name: "schemas" };
    const { subject } = first.use;
    const path = pathBetween(first.root.revision.source, pair.revision.source);
    const parts = [subject.path, path].filter((each) => each !== undefined && each !== "");
    return { ...subject, ...(parts.length > 0 && { path: parts.join(": ") }) };
  }
}

/** Returns the place of an inline schema that was moved to a named one, or was one before. */
function placeOf(before: Subject, after: Subject): Subject | undefined {
  const [left = "", right = ""] = [before.path, after.path];
  if (left === right) return undefined;
  if (left.endsWith(right)) return before;
  return right.endsWith(left) ? after : undefined;
}

function keyOf({ use }: ReachedUse): string {
  return `${use.subject.name} ${use.subject.path ?? ""} ${use.operation} ${use.part}`;
}

/** Returns how to call a schema in a sentence. */
export function nameOf({ kind, name, path }: Subject): string {
  if (kind === "schema")
    return path === undefined ? `\`${name}\`` : `${pathWords(path)} of \`${name}\``;
  const [part, inner] = (path ?? "").split(": ");
  if (kind === "message") return inMessage(`the message \`${name}\``, part, inner);
  const place = part === "" ? name : `the ${part} of ${name}`;
  return inner === undefined ? place : `${pathWords(inner)} in ${place}`;
}

/** Names a schema of a message: its payload, its headers, or what is in one of the two. */
function inMessage(message: string, part = "", inner?: string): string {
  if (part === "") return message;
  if (part !== "headers") return `${pathWords(part)} of ${message}`;
  return inner === undefined
    ? `the headers of ${message}`
    : `${pathWords(inner)} in the headers of ${message}`;
}

import type { Contract, Schema } from "@specwright/contract";
import { pointerTokens, type Source } from "@specwright/spec-loader";
import type { Subject } from "../changes/change.ts";
import { pathWords } from "../changes/path-words.ts";
import type { ReachedUse } from "./reached-uses.ts";
import type { SchemaPair } from "./schema-pairs.ts";

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
    const [first] = uses.toSorted((left, right) => (useKey(left) < useKey(right) ? -1 : 1));
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

function useKey({ use }: ReachedUse): string {
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

/** Finds the named schema that a schema is part of. */
class SchemaSubjects {
  readonly #names = new Map<string, string>();
  /** The names of all named schemas. */
  readonly names: ReadonlySet<string>;

  constructor(contract: Contract) {
    for (const { name, origin, schema } of contract.declarations) {
      if (origin === "schema") this.#names.set(sourceKey(schema.source), name);
    }
    this.names = new Set(this.#names.values());
  }

  /** Returns the named schema and the path inside it, or undefined for an inline schema. */
  subjectOf({ source }: Schema): Subject | undefined {
    const tokens = pointerTokens(source.pointer) ?? [];
    for (let length = tokens.length; length >= 0; length -= 1) {
      const pointer = source.pointer
        .split("/")
        .slice(0, length + 1)
        .join("/");
      const name = this.#names.get(sourceKey({ ...source, pointer }));
      if (name === undefined) continue;
      const path = memberPath(tokens.slice(length));
      return { kind: "schema", name, ...(path !== "" && { path }) };
    }
    return undefined;
  }
}

/** Returns the path of a schema inside another one, such as `lines[].price`. */
function pathBetween(outer: Source, inner: Source): string {
  const isInside = inner.file === outer.file && `${inner.pointer}/`.startsWith(`${outer.pointer}/`);
  const tokens = pointerTokens(isInside ? inner.pointer.slice(outer.pointer.length) : "");
  return memberPath(tokens ?? []);
}

function sourceKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}

const named: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
const numbered: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Turns the tokens of a pointer inside a schema into `lines[].price`. */
function memberPath(tokens: readonly string[]): string {
  let path = "";
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? "";
    const next = tokens[index + 1];
    if (named.has(token) && next !== undefined) {
      path += path === "" ? next : `.${next}`;
      index += 1;
    } else if (numbered.has(token) && next !== undefined) {
      path += token === "prefixItems" ? `[${next}]` : `<${token} ${next}>`;
      index += 1;
    } else {
      path += token === "items" ? "[]" : token === "additionalProperties" ? ".*" : `<${token}>`;
    }
  }
  return path;
}

import type { Contract, Schema } from "@specwright/contract";
import { pointerTokens, type Source } from "@specwright/spec-loader";
import type { Subject } from "../changes/change.ts";
import { pathWords } from "../changes/path-words.ts";
import type { ReachedUse } from "./reached-uses.ts";
import type { SchemaPair } from "./schema-pairs.ts";

/** Finds the subject of a change of schemas: a named schema, or the place of an inline schema. */
export class PairSubjects {
  readonly #base: SchemaSubjects;
  readonly #revision: SchemaSubjects;

  constructor(base: Contract, revision: Contract) {
    this.#base = new SchemaSubjects(base);
    this.#revision = new SchemaSubjects(revision);
  }

  /**
   * Returns the subject of a change of a pair. The fingerprint also contains `places`, the other places
   * with the same change.
   */
  of(
    pair: SchemaPair,
    uses: readonly ReachedUse[],
  ): { readonly subject: Subject; readonly places: readonly string[] } {
    const before = this.#base.subjectOf(pair.base);
    const after = this.#revision.subjectOf(pair.revision);
    const own = before && after && this.#ownSubject(before, after);
    if (own !== undefined) return { subject: own, places: [] };
    const named = before && after ? undefined : this.#onlyName(before, after);
    const places = new Map(uses.map((use) => [useKey(use), placeIn(use, pair)]));
    const [first, ...others] = [...places.keys()].sort();
    const place = first === undefined ? undefined : places.get(first);
    // If several uses share a schema that only one document names, this name is the subject.
    const isShared = others.length > 0 || place === undefined;
    const subject = (isShared ? named : undefined) ?? place;
    return { subject: subject ?? { kind: "document", name: "schemas" }, places: others };
  }

  /** Returns the named schema if only one document has the name; otherwise undefined. */
  #onlyName(before: Subject | undefined, after: Subject | undefined): Subject | undefined {
    const [known, other] = after === undefined ? [before, this.#revision] : [after, this.#base];
    return known === undefined || other.names.has(known.name) ? undefined : known;
  }

  /** Returns the named schema that changed; undefined if a different schema replaced it. */
  #ownSubject(before: Subject, after: Subject): Subject | undefined {
    const isSame =
      before.name === after.name
        ? memberWords(before) === memberWords(after)
        : !this.#revision.names.has(before.name) && !this.#base.names.has(after.name);
    return isSame ? after : inlinePlace(before, after);
  }
}

/** Returns the place of a pair inside a use. The place begins with the subject of the use. */
function placeIn({ use: { subject }, root }: ReachedUse, pair: SchemaPair): Subject {
  const path =
    pathBetween(root.revision.source, pair.revision.source) ??
    pathBetween(root.base.source, pair.base.source);
  const parts = [subject.path, path].filter((each) => each !== undefined && each !== "");
  return { ...subject, ...(parts.length > 0 && { path: parts.join(": ") }) };
}

/** Returns the path of a schema without the parts in angle brackets, such as `<allOf 1>`. */
function memberWords({ path = "" }: Subject): string {
  return path.replaceAll(/<[^>]*>/g, "").replace(/^\./, "");
}

/**
 * Compares the paths of an inline schema that moved into a named schema or out of one. Returns the longer
 * path if it ends with the shorter path, otherwise undefined.
 */
function inlinePlace(before: Subject, after: Subject): Subject | undefined {
  const [left = "", right = ""] = [before.path, after.path];
  if (left === right) return undefined;
  if (left.endsWith(right)) return before;
  return right.endsWith(left) ? after : undefined;
}

function useKey({ use: { subject } }: ReachedUse): string {
  return `${subject.name} ${subject.path ?? ""}`;
}

/** Returns the name of a schema for a sentence: "`lines[].price` of `Order`". */
export function subjectName({ kind, name, path }: Subject): string {
  if (kind === "schema")
    return path === undefined ? `\`${name}\`` : `${pathWords(path)} of \`${name}\``;
  const [part = "", inner] = (path ?? "").split(": ");
  if (kind === "message") return inMessage(`the message \`${name}\``, part, inner);
  const place = kind === "component" ? inComponent(name, part) : inOperation(name, part);
  return inner === undefined ? place : `${pathWords(inner)} in ${place}`;
}

function inOperation(name: string, part: string): string {
  return part === "" ? name : `the ${part} of ${name}`;
}

const componentKinds: ReadonlyMap<string, string> = new Map([
  ["parameters", "parameter"],
  ["headers", "header"],
  ["responses", "response"],
  ["requestBodies", "request body"],
  ["mediaTypes", "media type"],
  ["callbacks", "callback"],
  ["pathItems", "path item"],
]);

/**
 * Names a schema inside a shared part. `pointer` is a JSON pointer inside the part, without the first
 * slash.
 */
function inComponent(name: string, pointer: string): string {
  const [, kind = "", id = ""] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
  const word = componentKinds.get(kind);
  if (word === undefined) return inOperation(name, pointer);
  const owner = `the ${word} \`${id}\``;
  if (pointer === "" || pointer === "schema") return owner;
  const [, mediaType] = /^content\/(.+)\/schema$/s.exec(pointer) ?? [];
  return mediaType === undefined ? `the ${pointer} of ${owner}` : `\`${mediaType}\` of ${owner}`;
}

/** Names a schema of a message: its payload, its headers, or a schema inside them. */
function inMessage(message: string, part = "", inner?: string): string {
  if (part === "") return message;
  if (part !== "headers") return `${pathWords(part)} of ${message}`;
  return inner === undefined
    ? `the headers of ${message}`
    : `${pathWords(inner)} in the headers of ${message}`;
}

/** Finds the named schema that contains a schema. */
class SchemaSubjects {
  readonly #names = new Map<string, string>();
  readonly names: ReadonlySet<string>;

  constructor(contract: Contract) {
    for (const { name, origin, schema } of contract.declarations) {
      if (origin === "schema") this.#names.set(sourceKey(schema.source), name);
    }
    this.names = new Set(this.#names.values());
  }

  /**
   * Returns the named schema that contains a schema, with the path inside the named schema. Returns
   * undefined for an inline schema.
   */
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

/**
 * Returns the path from an outer schema to an inner schema, such as `lines[].price`. Returns undefined if
 * the outer schema does not contain the inner one.
 */
function pathBetween(outer: Source, inner: Source): string | undefined {
  const isInside = inner.file === outer.file && `${inner.pointer}/`.startsWith(`${outer.pointer}/`);
  if (!isInside) return undefined;
  return memberPath(pointerTokens(inner.pointer.slice(outer.pointer.length)) ?? []);
}

function sourceKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}

const named: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
const numbered: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Writes a JSON pointer inside a schema as a path: `lines[].price`. */
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

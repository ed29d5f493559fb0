import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../../../json/json-value.ts";
import { followReference } from "../follow.ts";

/** A path of keys and indexes from the root of the document. */
export type Path = readonly (string | number)[];

/** A finding of a rule about the consistency of names, references and templates. */
export interface CrossFinding {
  /** The name that the rule has in the official parser. */
  readonly rule: string;
  readonly path: Path;
  readonly message: string;
  /** One imperative sentence. */
  readonly fix: string;
  /** Whether the document is invalid rather than unusual. */
  readonly isError: boolean;
  /** The only possible reference that the author can have meant. */
  readonly reference?: string;
}

/** A document to which the rules are applied. */
export interface RuledDocument {
  readonly major: "2" | "3";
  readonly root: JsonObject;
}

/** An object of the document with its name and its path. */
export interface Entry {
  readonly name: string;
  readonly path: Path;
  readonly object: JsonObject;
}

/** Returns a member, with its reference followed, if it is an object; else undefined. */
export function objectAt(
  { root }: RuledDocument,
  holder: JsonObject,
  key: string,
): JsonObject | undefined {
  const value = followReference(root, memberOf(holder, key) ?? null);
  return isJsonObject(value) ? value : undefined;
}

/**
 * Returns the objects of a map, with references followed. Returns an empty list if the value is not
 * a map.
 */
export function mapEntries(
  document: RuledDocument,
  holder: JsonObject,
  path: Path,
): readonly Entry[] {
  const [key = ""] = path.slice(-1);
  const map = objectAt(document, holder, String(key));
  if (map === undefined) return [];
  return Object.keys(map).flatMap((name) => {
    const object = objectAt(document, map, name);
    return object === undefined ? [] : [{ name, path: [...path, name], object }];
  });
}

/** Returns the entries of a map under `components`. */
export function componentEntries(document: RuledDocument, kind: string): readonly Entry[] {
  const components = objectAt(document, document.root, "components") ?? {};
  return mapEntries(document, components, ["components", kind]);
}

/** Returns the objects of a list, with references followed. */
export function listEntries(
  document: RuledDocument,
  holder: JsonObject,
  path: Path,
): readonly Entry[] {
  const [key = ""] = path.slice(-1);
  return listItems(memberOf(holder, String(key))).flatMap((item, index) => {
    const object = followReference(document.root, item);
    if (!isJsonObject(object)) return [];
    return [{ name: String(index), path: [...path, index], object }];
  });
}

/** Returns the items of a list. Returns an empty list if the value is not a list. */
export function listItems(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

/** Returns the text of a reference; undefined for anything else. */
export function referenceText(value: JsonValue | undefined): string | undefined {
  const reference = isJsonObject(value) ? memberOf(value, "$ref") : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** Returns the names in braces of an address or a URL. */
export function templateParameters(template: string): ReadonlySet<string> {
  const names = new Set<string>();
  let start = template.indexOf("{");
  // A regular expression would read to the end of the text for each open brace.
  while (start >= 0) {
    const end = template.indexOf("}", start + 2);
    if (end < 0) break;
    names.add(template.slice(start + 1, end));
    start = template.indexOf("{", end + 1);
  }
  return names;
}

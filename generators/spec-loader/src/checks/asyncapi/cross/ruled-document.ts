import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../../../json/json-value.ts";
import { followReference } from "../follow.ts";

/** The keys and indexes that lead from the root of the document to a value. */
export type Path = readonly (string | number)[];

/** A finding of a rule that compares different parts of a document. */
export interface CrossFinding {
  /** The name of the rule in the official parser. */
  readonly rule: string;
  readonly path: Path;
  readonly message: string;
  /** One imperative sentence that explains how to fix the document. */
  readonly fix: string;
  /** If true, the document is invalid. If false, the finding is only advice. */
  readonly isError: boolean;
  /** The reference that the author meant, if only one is possible. */
  readonly reference?: string;
}

/** The document that the rules check. */
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

/** Returns a member that is an object, after following its reference; undefined for any other value. */
export function objectAt(
  { root }: RuledDocument,
  holder: JsonObject,
  key: string,
): JsonObject | undefined {
  const value = followReference(root, memberOf(holder, key) ?? null);
  return isJsonObject(value) ? value : undefined;
}

/**
 * Returns the objects in a map, after following their references. Returns an empty list if the value is not
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

/** Returns the objects in a section of `components`. */
export function componentEntries(document: RuledDocument, kind: string): readonly Entry[] {
  const components = objectAt(document, document.root, "components") ?? {};
  return mapEntries(document, components, ["components", kind]);
}

/** Returns the objects in a list, after following their references. */
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

/** Returns the text of a `$ref`; undefined if the value is not a reference. */
export function referenceText(value: JsonValue | undefined): string | undefined {
  const reference = isJsonObject(value) ? memberOf(value, "$ref") : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** Returns the names of the parameters in braces, in an address or URL. */
export function templateParameters(template: string): ReadonlySet<string> {
  const names = new Set<string>();
  let start = template.indexOf("{");
  // A regular expression would read to the end of the text for each opening brace.
  while (start >= 0) {
    const end = template.indexOf("}", start + 2);
    if (end < 0) break;
    names.add(template.slice(start + 1, end));
    start = template.indexOf("{", end + 1);
  }
  return names;
}

// Walks a document by its grammar. Calls a visitor for every object, every reference, and every value that
// the grammar does not allow.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../json/json-value.ts";
import { foreignFormat, type Grammar, type Kind, type Shape, shapeOfField } from "./shape.ts";

/**
 * The functions that a walk calls. The walk changes `path` afterwards, so a visitor that keeps a path must
 * copy it or use `pointerOf(path)`.
 */
export interface Visitor {
  /** Called for each object of the grammar, but not for a reference that replaces an object. */
  readonly object?: (kind: Kind, object: JsonObject, path: readonly string[]) => void;
  /**
   * Called for an object with a `$ref`, if the grammar allows a reference there. `kind` is the kind that
   * the target must have.
   */
  readonly reference?: (kind: Kind, object: JsonObject, path: readonly string[]) => void;
  /** Called for an object with a `$ref`, if the grammar does not allow a reference there. */
  readonly misplaced?: (kind: Kind, object: JsonObject, path: readonly string[]) => void;
  /** Called for a value with a type that the grammar does not allow there. */
  readonly mismatch?: (mismatch: Mismatch) => void;
  /** Called for an unknown key in the object or reference at `path`. */
  readonly unknownField?: (
    kind: Kind,
    key: string,
    object: JsonObject,
    path: readonly string[],
  ) => void;
  /**
   * Called for a schema in a format other than JSON Schema. The walk does not visit the contents of this
   * schema.
   */
  readonly foreign?: (format: string, path: readonly string[]) => void;
}

/** A value with a type that the grammar does not allow there. */
export interface Mismatch {
  readonly wanted: Shape;
  readonly value: JsonValue;
  /** The path of the value. The walk changes this array afterwards. */
  readonly path: readonly string[];
  /** The kind of the nearest object of the grammar that contains the value. */
  readonly owner: Kind | undefined;
  /** The direct parent of the value: a field of the owner, a list or a map. */
  readonly holder: "field" | "list" | "map";
}

/** Walks `value` in document order. `path` and `shape` are the path and the shape of `value`. */
export function walk(
  grammar: Grammar,
  shape: Shape,
  value: JsonValue,
  path: readonly string[],
  visitor: Visitor,
): void {
  const here = [...path];
  let owner: Kind | undefined;
  let holder: Mismatch["holder"] = "field";
  visit(shape, value);

  function visit(wanted: Shape, found: JsonValue): void {
    switch (wanted.is) {
      case "data":
        if (visitor.mismatch !== undefined && !matchesType(wanted, found))
          reportMismatch(wanted, found);
        break;
      case "node":
        visitNode(wanted, found);
        break;
      case "list":
        if (!isJsonArray(found)) reportMismatch(wanted, found);
        else {
          for (const [index, each] of found.entries())
            walkMember(String(index), wanted.of, each, "list");
        }
        break;
      case "map":
        if (!isJsonObject(found)) reportMismatch(wanted, found);
        else {
          for (const key of Object.keys(found))
            walkMember(key, wanted.of, memberOf(found, key), "map");
        }
        break;
      case "either":
        visit(isJsonArray(found) ? wanted.list : wanted.other, found);
        break;
      default:
        wanted satisfies never;
    }
  }

  function visitNode(wanted: Shape & { is: "node" }, found: JsonValue): void {
    const kind = grammar.kinds.get(wanted.kind);
    if (kind === undefined) return;
    if (!isJsonObject(found)) {
      if (!(kind.boolean && typeof found === "boolean")) reportMismatch(wanted, found);
      return;
    }
    if (Object.hasOwn(found, "$ref")) {
      if (kind.reference === "no") visitor.misplaced?.(kind, found, here);
      else visitor.reference?.(kind, found, here);
      if (kind.reference === "whole") {
        reportUnknown(kind, found, besideReference);
        return;
      }
    }
    const format = foreignFormat(kind, found);
    if (format !== undefined) visitor.foreign?.(format, here);
    if (kind.name === "Schema" && isMultiFormat(found)) {
      if (format === undefined) walkMember("schema", wanted, memberOf(found, "schema"));
      return;
    }
    visitor.object?.(kind, found, here);
    const outer = owner;
    for (const key of Object.keys(found)) {
      owner = kind;
      const field = shapeOfField(kind, key);
      if (field !== undefined && !(format !== undefined && key === "payload")) {
        walkMember(key, field, memberOf(found, key));
      }
    }
    owner = outer;
    reportUnknown(kind, found, alwaysKnown);
  }

  function reportUnknown(kind: Kind, found: JsonObject, known: ReadonlySet<string>): void {
    if (visitor.unknownField === undefined) return;
    for (const key of Object.keys(found)) {
      if (known.has(key) || shapeOfField(kind, key) !== undefined) continue;
      visitor.unknownField(kind, key, found, here);
    }
  }

  function reportMismatch(wanted: Shape, found: JsonValue): void {
    visitor.mismatch?.({ wanted, value: found, path: here, owner, holder });
  }

  function walkMember(
    key: string,
    wanted: Shape,
    found: JsonValue | undefined,
    within: Mismatch["holder"] = "field",
  ): void {
    if (found === undefined) return;
    holder = within;
    here.push(key);
    visit(wanted, found);
    here.pop();
  }
}

const alwaysKnown: ReadonlySet<string> = new Set(["$ref"]);
/** The members that OpenAPI 3.1 allows next to a `$ref`. */
const besideReference: ReadonlySet<string> = new Set(["$ref", "summary", "description"]);

/**
 * Returns the shape of the value at the given tokens below `root`, which has the given shape. Returns
 * `undefined` if the grammar does not cover the value.
 */
export function shapeBelow(
  grammar: Grammar,
  shape: Shape,
  root: JsonValue,
  tokens: readonly string[],
): Shape | undefined {
  let current: Shape | undefined = shape;
  let value: JsonValue | undefined = root;
  for (const token of tokens) {
    if (current?.is === "either") current = isJsonArray(value) ? current.list : current.other;
    if (current === undefined || value === undefined) return undefined;
    const object: JsonObject = isJsonObject(value) ? value : {};
    switch (current.is) {
      case "node": {
        const kind = grammar.kinds.get(current.kind);
        if (kind === undefined || (kind.reference === "whole" && Object.hasOwn(object, "$ref"))) {
          return undefined;
        }
        const multi = kind.name === "Schema" && isMultiFormat(object);
        if (foreignFormat(kind, object) !== undefined) return undefined;
        current = multi ? (token === "schema" ? current : undefined) : shapeOfField(kind, token);
        break;
      }
      case "list":
      case "map":
        current = current.of;
        break;
      default:
        return undefined;
    }
    value = isJsonArray(value) ? value[Number(token)] : memberOf(object, token);
  }
  return current;
}

/** Reports whether an object is the wrapper `{schemaFormat, schema}` of AsyncAPI 3 around a schema. */
function isMultiFormat(object: JsonObject): boolean {
  return Object.hasOwn(object, "schemaFormat") && Object.hasOwn(object, "schema");
}

/** Returns the JSON type of a value. */
export function typeName(value: JsonValue): string {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  return typeof value === "bigint" ? "integer" : typeof value;
}

function matchesType(wanted: Shape & { is: "data" }, value: JsonValue): boolean {
  for (const type of wanted.types) {
    if (type === "any" || type === typeName(value)) return true;
    if (type === "number" && typeof value === "bigint") return true;
    if (type === "integer" && Number.isInteger(value)) return true;
  }
  return false;
}

/** Returns a JSON type with its article, such as `an object`. */
export function withArticle(type: string): string {
  if (type === "null") return type;
  if (type === "array") return "a list";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

// Creates the document that the AsyncAPI rules check: a single file without the contents of schemas, which
// other checks cover.

import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import { type Kind, type Shape, shapeOfField } from "../grammar/shape.ts";
import { joinPointer } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";
import type { Resolver } from "../references/resolver.ts";

/**
 * Copies the entry document. Empties its schemas, and replaces references to other files by their targets.
 */
export function stubDocument(
  document: DocumentType,
  entry: { readonly file: string; readonly root: JsonValue },
  resolver: Resolver,
): JsonValue {
  const { grammar } = document;
  /** The references that are being replaced. Guards against cycles through other files. */
  const open = new Set<string>();
  const root: Shape = { is: "node", kind: grammar.root };
  return stubValue(root, entry.root, { file: entry.file, pointer: "" }, undefined);

  function stubValue(
    shape: Shape,
    value: JsonValue,
    place: Source,
    owner: Kind | undefined,
  ): JsonValue {
    switch (shape.is) {
      case "data":
        return copyData(value);
      case "node":
        return isJsonObject(value) ? stubNode(shape.kind, value, place, owner) : copyData(value);
      case "list":
        if (!isJsonArray(value)) return copyData(value);
        return value.map((item, index) =>
          stubValue(shape.of, item, memberPlace(place, index), owner),
        );
      case "map":
        if (!isJsonObject(value)) return copyData(value);
        return copyObject(value, (key, item) =>
          stubValue(shape.of, item, memberPlace(place, key), owner),
        );
      case "either":
        return stubValue(isJsonArray(value) ? shape.list : shape.other, value, place, owner);
      default:
        return shape satisfies never;
    }
  }

  function stubNode(
    name: string,
    object: JsonObject,
    place: Source,
    owner: Kind | undefined,
  ): JsonValue {
    const kind = grammar.kinds.get(name);
    if (kind === undefined || kind.name === "Schema") return stubSchema(object, owner);
    const reference = memberOf(object, "$ref");
    if (typeof reference === "string" && kind.reference === "whole") {
      return stubReference(kind, reference, place, owner);
    }
    return copyObject(object, (key, item) => {
      if (key === "schemaFormat") return undefined;
      const field = shapeOfField(kind, key);
      return field === undefined
        ? copyData(item)
        : stubValue(field, item, memberPlace(place, key), kind);
    });
  }

  function stubReference(
    kind: Kind,
    reference: string,
    place: Source,
    owner: Kind | undefined,
  ): JsonValue {
    if (place.file === entry.file && reference.startsWith("#")) return { $ref: reference };
    const target = resolver.resolve(place, reference);
    // The loader reports a reference without a target separately.
    if (!target.found) return { $ref: "#/dangling" };
    if (target.source.file === entry.file) {
      return { $ref: `#${encodeURI(target.source.pointer)}` };
    }
    const key = `${target.source.file}#${target.source.pointer}`;
    if (open.has(key)) return {};
    open.add(key);
    const copy = stubValue({ is: "node", kind: kind.name }, target.value, target.source, owner);
    open.delete(key);
    return copy;
  }
}

/**
 * Empties a schema except for its `type`, because a rule checks the type of message headers. A schema in a
 * binding also keeps an empty `properties`, because the rules for bindings check this field.
 */
function stubSchema(schema: JsonObject, owner: Kind | undefined): JsonValue {
  return copyObject(schema, (key, item) => {
    if (key === "type") return copyData(item);
    const isInspected = owner?.name === "Binding" && key === "properties";
    return isInspected && isJsonObject(item) ? {} : undefined;
  });
}

/** Copies plain data without `$ref` members, because the check would follow them as references. */
function copyData(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(copyData);
  if (isJsonObject(value)) {
    return copyObject(value, (key, item) => (key === "$ref" ? undefined : copyData(item)));
  }
  return typeof value === "bigint" ? Number(value) : value;
}

function copyObject(
  object: JsonObject,
  copy: (key: string, item: JsonValue) => JsonValue | undefined,
): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const key of Object.keys(object)) {
    // The rules do not cover extensions. An assignment to `__proto__` would change the prototype of the
    // object.
    if (key.startsWith("x-") || key === "__proto__") continue;
    const item = copy(key, memberOf(object, key) ?? null);
    if (item !== undefined) setMember(result, key, item);
  }
  return result;
}

function memberPlace(place: Source, token: string | number): Source {
  return { file: place.file, pointer: joinPointer(place.pointer, token) };
}

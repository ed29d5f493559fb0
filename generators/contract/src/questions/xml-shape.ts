// Converts the XML Objects of a schema to a shape. The run time reads and writes XML by this shape.

import { isXmlMediaType } from "../from-openapi/media-type.ts";
import type { MediaType } from "../model/operation.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { dereference, isPureReference } from "../model/walk-schemas.ts";
import { isNothing, possibleTypes } from "./schema-facts.ts";
import { textType } from "./schema-reading.ts";

/** The same type as `XmlShape` of the run time. */
export interface XmlShape {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  readonly node?: "attribute" | "text";
  readonly type?: "number" | "boolean" | "mixed";
  readonly properties?: ReadonlyMap<string, XmlShape>;
  readonly additional?: XmlShape;
  readonly items?: XmlShape;
  readonly wrapped?: true;
  readonly required?: true;
}

/**
 * Returns the shape of an XML body, or undefined if the schema does not determine its encoding. The schema
 * must describe an object or a list, and its root must have a name. The schema must not be recursive or
 * contain alternatives.
 */
export function xmlShape({
  mediaType,
  schema,
}: Pick<MediaType, "mediaType" | "schema">): XmlShape | undefined {
  if (schema === undefined || !isXmlMediaType(mediaType)) return undefined;
  const shape = schemaShape(schema, []);
  if (
    shape?.items === undefined &&
    shape?.properties === undefined &&
    shape?.additional === undefined
  ) {
    return undefined;
  }
  const name = shape.name ?? componentName(schema);
  return name === undefined ? undefined : { ...shape, name };
}

/** Returns the key of the component that a schema refers to. */
function componentName(schema: Schema): string | undefined {
  const { pointer } = dereference(schema).source;
  const [, key] = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(pointer) ?? [];
  return key?.replaceAll("~1", "/").replaceAll("~0", "~");
}

function schemaShape(schema: Schema, around: readonly ObjectSchema[]): XmlShape | undefined {
  const target = dereference(schema);
  if (target.kind === "boolean") return {};
  if (around.includes(target)) return undefined;
  const within = [...around, target];
  const parts = objectParts(target, new Set());
  const own = xmlPlacement(target);
  if (own === undefined) return undefined;
  const types = possibleTypes(target);
  if (types.has("array") && types.size <= 2) {
    const [items] = parts.flatMap((part) => part.items ?? []);
    const inner = items === undefined ? {} : schemaShape(items, within);
    const isWrapped = target.xml?.["wrapped"] === true || target.xml?.["nodeType"] === "element";
    return inner && { ...own, items: inner, ...(isWrapped ? { wrapped: true } : {}) };
  }
  if (!types.has("object") || types.size > 2) {
    // XML text cannot represent a value that can be an object or an array.
    return types.has("object") && types.has("array")
      ? undefined
      : { ...own, ...scalarShape(target) };
  }
  if (parts.some(({ oneOf, anyOf }) => oneOf !== undefined || anyOf !== undefined))
    return undefined;
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const properties = new Map<string, XmlShape>();
  for (const [name, property] of parts.flatMap((part) => [...(part.properties ?? [])])) {
    const shape = schemaShape(property, within);
    if (shape === undefined) return undefined;
    const isKept = shape.items !== undefined && required.has(name);
    properties.set(name, isKept ? { ...shape, required: true } : shape);
  }
  const others = parts.flatMap(
    (part) => part.additionalProperties ?? part.unevaluatedProperties ?? [],
  );
  const [other] = others.filter((each) => !isNothing(each));
  const additional = other === undefined ? undefined : schemaShape(other, within);
  if (other !== undefined && additional === undefined) return undefined;
  if (additional === undefined) return { ...own, properties };
  return { ...own, ...(properties.size === 0 ? {} : { properties }), additional };
}

/**
 * Lists an object schema, and all schemas that belong to the same object because of `$ref` and `allOf`.
 */
function objectParts(schema: Schema, seen: Set<Schema>): readonly ObjectSchema[] {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return [];
  seen.add(target);
  const { ref, allOf = [] } = target;
  const referred = ref === undefined || isPureReference(target) ? [] : [ref.target];
  return [target, ...[...referred, ...allOf].flatMap((part) => objectParts(part, seen))];
}

/** Reads the XML Object of a schema. Returns undefined if a shape cannot represent it. */
function xmlPlacement({ xml = {} }: ObjectSchema): XmlShape | undefined {
  const { name, prefix, namespace, attribute, nodeType } = xml;
  const node = attribute === true ? "attribute" : (nodeType ?? "element");
  if (node === "cdata") return undefined;
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof prefix === "string" ? { prefix } : {}),
    ...(typeof namespace === "string" ? { namespace } : {}),
    ...(node === "attribute" || node === "text" ? { node } : {}),
  };
}

function scalarShape(schema: Schema): Pick<XmlShape, "type"> {
  switch (textType(schema)) {
    case "integer":
    case "bigint":
    case "number":
      return { type: "number" };
    case "boolean":
      return { type: "boolean" };
    case "mixed":
    case "json":
      return { type: "mixed" };
    default:
      return {};
  }
}

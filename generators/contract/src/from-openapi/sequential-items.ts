// The items of a sequential media type (OpenAPI 3.2): events, or a sequence of JSON texts.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { SequentialItems } from "../model/operation.ts";
import type { Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import type { Build } from "../reading/build.ts";
import { declareComposed, declareUse } from "../reading/declarations.ts";
import { resolveReference } from "../reading/follow-reference.ts";
import {
  holdsObject,
  listItems,
  listMembers,
  memberOf,
  type ObjectPlace,
  type Place,
  sourceOf,
} from "../reading/place.ts";
import { replaceSchema } from "../reading/schema-graph.ts";
import { gatherSchema, stringSchema } from "../schema/gathered-schema.ts";
import { isJsonMediaType } from "./media-type.ts";

/** The schemas of a media type. */
interface WrittenSchemas {
  readonly schema?: Schema | undefined;
  readonly itemSchema?: Schema | undefined;
}

/**
 * Reads the items of a sequential media type. Documents before 3.2 have only `schema`. An array describes
 * the whole sequence, as in 3.2. A string describes the whole text, so items can be anything. Any other
 * schema describes an item. For an event stream, the schema of an item describes the JSON text in `data`,
 * unless the schema has a property `data`. If a string contains JSON (`contentMediaType`), its
 * `contentSchema` describes the JSON.
 */
export function readItems(
  build: Build,
  place: ObjectPlace,
  format: SequentialItems["format"],
  names: readonly string[],
  { schema, itemSchema }: WrittenSchemas,
): SequentialItems {
  const isWholeText = format !== "event-stream" && schema !== undefined && isText(schema);
  const item = itemSchema ?? (isWholeText ? undefined : arrayItem(schema));
  const itemNames = names.map((name) => `${name} item`);
  const declared = item && declareUse(build, item, "body", itemNames);
  if (format !== "event-stream") {
    return declared === undefined ? { format } : { format, declaration: declared };
  }
  const events = itemSchema === undefined ? undefined : memberOf(place, "itemSchema");
  if (declared !== undefined && events !== undefined) {
    return { format, declaration: declared, data: eventDataOf(build, events).kind };
  }
  const written = memberOf(place, "schema");
  if (declared !== undefined && item !== undefined && isEvent(item)) {
    const data = written === undefined ? "text" : eventDataOf(build, written).kind;
    return { format, declaration: declared, data };
  }
  const eventNames = names.map((name) => `${name} event`);
  const event = eventSchema(place, item);
  return {
    format,
    declaration: declareComposed(build, event, "body", eventNames),
    data:
      item === undefined || (isText(item) && !(written && jsonText(build, written)))
        ? "text"
        : "json",
  };
}

function arrayItem(schema: Schema | undefined): Schema | undefined {
  const target = schema && dereference(schema);
  const isList = target?.kind === "schema" && target.types?.join() === "array";
  return isList ? target.items : schema;
}

/**
 * Reports whether a schema describes events: it has `data`, and only properties that events have.
 */
function isEvent(schema: Schema): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean" || target.properties?.has("data") !== true) return false;
  return [...target.properties.keys()].every((name) => eventFields.includes(name));
}

const eventFields: readonly string[] = ["data", "event", "id", "retry"];

function isText(schema: Schema): boolean {
  const target = dereference(schema);
  return target.kind === "boolean" ? target.value : target.types?.join() === "string";
}

/** Returns the schema of an event; `data` is the schema of the event's `data`. */
function eventSchema(place: ObjectPlace, data: Schema | undefined): Schema {
  const source = sourceOf(place);
  const text = stringSchema(source);
  const milliseconds: Schema = {
    ...text,
    raw: { type: "integer", minimum: 0 },
    types: ["integer"],
    minimum: 0,
  };
  return gatherSchema(
    [
      { name: "data", required: true, deprecated: false, schema: data ?? text },
      { name: "event", required: false, deprecated: false, schema: text },
      { name: "id", required: false, deprecated: false, schema: text },
      { name: "retry", required: false, deprecated: false, schema: milliseconds },
    ],
    { source, closed: false },
  );
}

// The `data` of an event is a string. If the string contains JSON (`contentMediaType`), the reader parses
// it and returns the value that the `contentSchema` describes.

/** How the `data` of events is encoded, and the schemas of each encoding. */
export interface EventData {
  readonly kind: NonNullable<SequentialItems["data"]>;
  readonly json: readonly ObjectPlace[];
  readonly text: readonly ObjectPlace[];
  /**
   * Schemas that only require `data` to be a string. Alternatives beside them describe the content of the
   * string.
   */
  readonly open: readonly ObjectPlace[];
}

/**
 * If the `data` of events contains JSON, replaces the schema of `data` by its `contentSchema`. If the
 * common schema of `data` requires a string, this requirement moves to the alternatives with text. Must run
 * before any schema is read.
 */
export function replaceEventData(build: Build, root: ObjectPlace): void {
  if (!holdsEventSchema(root.value)) return;
  for (const schema of eventSchemas(root)) {
    if (schema.pointer.endsWith("/schema")) {
      const text = jsonText(build, schema);
      if (text !== undefined) replaceSchema(build, text.place, text.content);
      if (!hasEventFields(build, schema)) continue;
    }
    const { json, text, open } = eventDataOf(build, schema);
    for (const place of json) {
      const content = memberOf(place, "contentSchema") ?? { ...place, value: true };
      replaceSchema(build, place, content);
    }
    if (json.length === 0) continue;
    for (const place of open) {
      const { type: _, ...value } = place.value;
      replaceSchema(build, place, { ...place, value });
    }
    for (const place of open.length === 0 ? [] : text) {
      replaceSchema(build, place, { ...place, value: { type: "string", ...place.value } });
    }
  }
}

/**
 * If the schema is a string that contains JSON, or a list of such strings, returns the places of two
 * schemas: that of the string, and that of the JSON.
 */
function jsonText(
  build: Build,
  schema: Place,
): { readonly place: Place; readonly content: Place } | undefined {
  const written = referenceTarget(build, schema);
  const list = holdsObject(written) ? memberOf(written, "items") : undefined;
  // Other schemas can refer to the same list. So the items of a list stay unchanged if a reference leads to
  // the list.
  const place = list !== undefined && written === schema ? list : schema;
  const text = referenceTarget(build, place);
  if (!holdsObject(text) || !holdsJson(text.value)) return undefined;
  return { place, content: memberOf(text, "contentSchema") ?? { ...text, value: true } };
}

/**
 * Reports whether a schema describes events: it has `data`, and only properties that events have.
 */
function hasEventFields(build: Build, schema: Place): boolean {
  const target = referenceTarget(build, schema);
  const properties = holdsObject(target) ? memberOf(target, "properties") : undefined;
  if (properties === undefined || !isJsonObject(properties.value)) return false;
  const names = Object.keys(properties.value);
  return names.includes("data") && names.every((name) => eventFields.includes(name));
}

function referenceTarget(build: Build, start: Place): Place {
  const seen = new Set<string>();
  let place = start;
  while (holdsObject(place) && !seen.has(`${place.file}#${place.pointer}`)) {
    seen.add(`${place.file}#${place.pointer}`);
    const { $ref: reference } = place.value;
    const next =
      typeof reference === "string" ? resolveReference(build, place, reference) : undefined;
    if (next === undefined) break;
    place = next;
  }
  return place;
}

function holdsJson({ contentMediaType }: JsonObject): boolean {
  return typeof contentMediaType === "string" && isJsonMediaType(contentMediaType);
}

/** Reports whether a document has an event stream. Few documents have one, so this check saves time. */
function holdsEventSchema(root: JsonObject): boolean {
  const open: JsonValue[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isJsonArray(value)) {
      for (const item of value) if (typeof item === "object" && item !== null) open.push(item);
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        const child = value[key];
        if (typeof child !== "object" || child === null) continue;
        if (isEventStream(key)) return true;
        open.push(child);
      }
    }
  }
  return false;
}

function isEventStream(key: string): boolean {
  return key.startsWith("text/event-stream");
}

/** Finds the `itemSchema`, or the `schema`, of every event stream, anywhere in the document. */
function eventSchemas(root: Place): Place[] {
  const found: Place[] = [];
  const open: Place[] = [root];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (isJsonArray(place.value)) open.push(...listItems(place));
    if (!holdsObject(place)) continue;
    for (const [key, child] of listMembers(place)) {
      const schema =
        isEventStream(key) && holdsObject(child)
          ? (memberOf(child, "itemSchema") ?? memberOf(child, "schema"))
          : undefined;
      if (schema !== undefined) found.push(schema);
      else if (isJsonArray(child.value) || isJsonObject(child.value)) open.push(child);
    }
  }
  return found;
}

/** Returns how a schema of events describes the `data` of the events. */
export function eventDataOf(build: Build, schema: Place): EventData {
  const json: ObjectPlace[] = [];
  const text: ObjectPlace[] = [];
  const open: ObjectPlace[] = [];
  const waiting: Place[] = [schema];
  const seen = new Set<string>();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const key = `${place.file}#${place.pointer}`;
    if (!holdsObject(place) || seen.has(key)) continue;
    seen.add(key);
    const { $ref: reference } = place.value;
    const target =
      typeof reference === "string" ? resolveReference(build, place, reference) : undefined;
    if (target !== undefined) waiting.push(target);
    const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => memberOf(place, keyword) ?? []);
    for (const part of parts) waiting.push(...listItems(part));
    const properties = memberOf(place, "properties");
    const data = properties && holdsObject(properties) ? memberOf(properties, "data") : undefined;
    if (data === undefined || !holdsObject(data)) continue;
    if (holdsJson(data.value)) json.push(data);
    else if (parts.length > 0 && isPlainString(data.value)) open.push(data);
    else text.push(data);
  }
  const kind = json.length === 0 ? "text" : text.length === 0 ? "json" : "either";
  return { kind, json, text, open };
}

/** Reports whether a schema only requires a string. A title and a description are allowed. */
function isPlainString({ type, ...rest }: JsonObject): boolean {
  const others = Object.keys(rest).filter((key) => key !== "description" && key !== "title");
  return type === "string" && others.length === 0;
}

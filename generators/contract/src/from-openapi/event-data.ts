// The `data` of events. It is a string, but one that holds JSON (`contentMediaType`) is read as the
// value that its `contentSchema` describes, so that nobody has to parse it a second time.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { SequentialItems } from "../model/operation.ts";
import type { Build } from "../reading/build.ts";
import { step } from "../reading/follow.ts";
import {
  holdsObject,
  items,
  member,
  members,
  type ObjectPlace,
  type Place,
} from "../reading/place.ts";
import { replaceSchema } from "../schema/schema-graph.ts";
import { isJsonMediaType } from "./media-type-name.ts";

/** How the `data` of the events of a schema is written, and the schemas of those that are JSON. */
export interface EventData {
  readonly kind: NonNullable<SequentialItems["data"]>;
  readonly json: readonly ObjectPlace[];
}

/**
 * Replaces the schema of every `data` that holds JSON by its `contentSchema`, in the schemas of
 * events. Has to run before any schema is read.
 */
export function replaceEventData(build: Build, root: ObjectPlace): void {
  if (!holdsEventSchema(root.value)) return;
  for (const schema of eventSchemas(root)) {
    for (const place of eventDataOf(build, schema).json) {
      const content = member(place, "contentSchema") ?? { ...place, value: true };
      replaceSchema(build, place, content);
    }
  }
}

/** Reports whether a document has an event stream with an `itemSchema`, which few have. */
function holdsEventSchema(root: JsonObject): boolean {
  const open: JsonValue[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isJsonArray(value)) {
      for (const item of value) if (typeof item === "object" && item !== null) open.push(item);
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        const child = value[key];
        if (typeof child !== "object" || child === null) continue;
        if (isEventStream(key) && Object.hasOwn(child, "itemSchema")) return true;
        open.push(child);
      }
    }
  }
  return false;
}

function isEventStream(key: string): boolean {
  return key.startsWith("text/event-stream");
}

/** Finds the `itemSchema` of every event stream, wherever it stands in a document. */
function eventSchemas(root: Place): Place[] {
  const found: Place[] = [];
  const open: Place[] = [root];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (isJsonArray(place.value)) open.push(...items(place));
    if (!holdsObject(place)) continue;
    for (const [key, child] of members(place)) {
      const schema =
        isEventStream(key) && holdsObject(child) ? member(child, "itemSchema") : undefined;
      if (schema !== undefined) found.push(schema);
      else if (isJsonArray(child.value) || isJsonObject(child.value)) open.push(child);
    }
  }
  return found;
}

/** Returns how a schema of events describes their `data`. */
export function eventDataOf(build: Build, schema: Place): EventData {
  const json: ObjectPlace[] = [];
  let isText = false;
  const open: Place[] = [schema];
  const seen = new Set<string>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const key = `${place.file}#${place.pointer}`;
    if (!holdsObject(place) || seen.has(key)) continue;
    seen.add(key);
    const { $ref: text } = place.value;
    const target = typeof text === "string" ? step(build, place, text) : undefined;
    if (target !== undefined) open.push(target);
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const parts = member(place, keyword);
      if (parts !== undefined) open.push(...items(parts));
    }
    const properties = member(place, "properties");
    const data = properties && holdsObject(properties) ? member(properties, "data") : undefined;
    if (data === undefined || !holdsObject(data)) continue;
    const { contentMediaType } = data.value;
    if (typeof contentMediaType === "string" && isJsonMediaType(contentMediaType)) json.push(data);
    else isText = true;
  }
  return { kind: json.length === 0 ? "text" : isText ? "either" : "json", json };
}

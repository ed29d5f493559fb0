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
import { replaceSchema } from "../reading/schema-graph.ts";
import { isJsonMediaType } from "./media-type-name.ts";

/** How the `data` of the events of a schema is written, and the schemas of each. */
export interface EventData {
  readonly kind: NonNullable<SequentialItems["data"]>;
  readonly json: readonly ObjectPlace[];
  readonly text: readonly ObjectPlace[];
  /** Schemas that only say that `data` is a string, and whose alternatives say what it holds. */
  readonly open: readonly ObjectPlace[];
}

/**
 * Replaces the schema of every `data` that holds JSON by its `contentSchema`, in the schemas of
 * events. That `data` is a string is then said where it is text, and no longer for all events. Has
 * to run before any schema is read.
 */
export function replaceEventData(build: Build, root: ObjectPlace): void {
  if (!holdsEventSchema(root.value)) return;
  for (const schema of eventSchemas(root)) {
    const { json, text, open } = eventDataOf(build, schema);
    for (const place of json) {
      const content = member(place, "contentSchema") ?? { ...place, value: true };
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
  const text: ObjectPlace[] = [];
  const open: ObjectPlace[] = [];
  const waiting: Place[] = [schema];
  const seen = new Set<string>();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const key = `${place.file}#${place.pointer}`;
    if (!holdsObject(place) || seen.has(key)) continue;
    seen.add(key);
    const { $ref: reference } = place.value;
    const target = typeof reference === "string" ? step(build, place, reference) : undefined;
    if (target !== undefined) waiting.push(target);
    const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => member(place, keyword) ?? []);
    for (const part of parts) waiting.push(...items(part));
    const properties = member(place, "properties");
    const data = properties && holdsObject(properties) ? member(properties, "data") : undefined;
    if (data === undefined || !holdsObject(data)) continue;
    const { contentMediaType } = data.value;
    if (typeof contentMediaType === "string" && isJsonMediaType(contentMediaType)) json.push(data);
    else if (parts.length > 0 && isPlainString(data.value)) open.push(data);
    else text.push(data);
  }
  const kind = json.length === 0 ? "text" : text.length === 0 ? "json" : "either";
  return { kind, json, text, open };
}

/** Reports whether a schema says no more than that a value is a string. */
function isPlainString({ type, ...rest }: JsonObject): boolean {
  const others = Object.keys(rest).filter((key) => key !== "description" && key !== "title");
  return type === "string" && others.length === 0;
}

// The items of a sequential media type (OpenAPI 3.2): events, or JSON texts one after another.

import type { SequentialItems } from "../model/operation.ts";
import type { Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import type { Build } from "../reading/build.ts";
import { declareComposed, declareUse } from "../reading/declarations.ts";
import { member, type ObjectPlace, sourceOf } from "../reading/place.ts";
import { gatherSchema, stringSchema } from "../schema/gathered-schema.ts";
import { eventDataOf } from "./event-data.ts";

const formats: ReadonlyMap<string, SequentialItems["format"]> = new Map([
  ["text/event-stream", "event-stream"],
  ["application/jsonl", "json-lines"],
  ["application/x-jsonlines", "json-lines"],
  ["application/jsonlines", "json-lines"],
  ["application/x-ndjson", "json-lines"],
  ["application/ndjson", "json-lines"],
  ["application/json-seq", "json-seq"],
]);

/** Returns how the items of a media type follow each other; undefined if it has no items. */
export function sequentialFormat(essence: string): SequentialItems["format"] | undefined {
  return /^application\/.+\+json-seq$/.test(essence) ? "json-seq" : formats.get(essence);
}

/** The schemas of a media type. */
interface WrittenSchemas {
  readonly schema?: Schema | undefined;
  readonly itemSchema?: Schema | undefined;
}

/**
 * Reads the items of a sequential media type. Documents before 3.2 have only `schema`: that of an
 * array is the whole sequence, as in 3.2, and every other is that of an item, but a string is the
 * whole text, whose items may then be anything. For an event stream it is that of the JSON text in
 * `data`, unless it has a property `data` itself.
 */
export function readItems(
  build: Build,
  place: ObjectPlace,
  format: SequentialItems["format"],
  names: readonly string[],
  { schema, itemSchema }: WrittenSchemas,
): SequentialItems {
  const isWholeText = format !== "event-stream" && schema !== undefined && isText(schema);
  const item = itemSchema ?? (isWholeText ? undefined : itemOf(schema));
  const itemNames = names.map((name) => `${name} item`);
  const declared = item && declareUse(build, item, "body", itemNames);
  if (format !== "event-stream") {
    return declared === undefined ? { format } : { format, declaration: declared };
  }
  const events = itemSchema === undefined ? undefined : member(place, "itemSchema");
  if (declared !== undefined && events !== undefined) {
    return { format, declaration: declared, data: eventDataOf(build, events).kind };
  }
  if (declared !== undefined && item !== undefined && isEvent(item)) {
    return { format, declaration: declared, data: "text" };
  }
  const eventNames = names.map((name) => `${name} event`);
  const event = eventSchema(place, item);
  return {
    format,
    declaration: declareComposed(build, event, "body", eventNames),
    data: item === undefined || isText(item) ? "text" : "json",
  };
}

function itemOf(schema: Schema | undefined): Schema | undefined {
  const target = schema && dereference(schema);
  const isList = target?.kind === "schema" && target.types?.join() === "array";
  return isList ? target.items : schema;
}

/** Reports whether a schema describes events: it has `data`, and nothing that events do not have. */
function isEvent(schema: Schema): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean" || target.properties?.has("data") !== true) return false;
  return [...target.properties.keys()].every((name) =>
    ["data", "event", "id", "retry"].includes(name),
  );
}

function isText(schema: Schema): boolean {
  const target = dereference(schema);
  return target.kind === "boolean" ? target.value : target.types?.join() === "string";
}

/** Returns the schema of an event whose `data` has a schema. */
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

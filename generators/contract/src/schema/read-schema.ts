import type { Dialect, Schema } from "../model/schema.ts";
import type { Build } from "../reading/build.ts";
import type { Place } from "../reading/place.ts";
import { schemaAt } from "../reading/schema-graph.ts";
import { readSchemaObject } from "./schema-object.ts";

/** Reads the schema at a place and all schemas that it refers to. */
export function readSchema(build: Build, place: Place, dialect: Dialect = build.dialect): Schema {
  const schema = schemaAt(build, place, dialect);
  readUnread(build);
  return schema;
}

/** Reads schemas until none is left. */
export function readUnread(build: Build): void {
  const { unread } = build.schemas;
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    readSchemaObject(build, next.draft, next.place);
  }
}

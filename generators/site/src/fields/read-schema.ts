// Reads a schema as a tree of fields, level by level. If a page has too many fields, only the deepest
// fields are omitted. The tree does not continue inside a schema that contains itself.

import type { Schema } from "@specwright/contract";
import type { Reference } from "../reference/reference.ts";
import { readContent } from "./read-content.ts";
import { createDraft, type Reading, type ReadSchemaOptions } from "./schema-draft.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Reads a schema and all schemas inside it. */
export function readSchema(
  schema: Schema,
  reference: Reference,
  options: ReadSchemaOptions,
): SchemaNode {
  const reading: Reading = { ...options, reference, queue: [] };
  const { anchor, isRepeated = false } = options;
  const root = createDraft(schema, { anchor, level: 0, isRepeated, around: new Map() }, reading);
  for (let index = 0; index < reading.queue.length; index++) {
    const next = reading.queue[index];
    if (next !== undefined) readContent(next, reading);
  }
  return root;
}

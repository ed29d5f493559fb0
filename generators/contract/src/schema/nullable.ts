// `nullable: true` of OpenAPI 3.0.

import { type JsonValue, setMember } from "@specwright/spec-loader";
import { describingFields } from "../model/annotations.ts";
import { member } from "../reading/place.ts";
import { reportRepairable } from "../reading/problems.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import type { SchemaReading } from "./keyword-reader.ts";

/**
 * Allows null if `nullable: true` is set. With a type, null is added to the types and the enum.
 * Next to `allOf`, `anyOf` or `oneOf`, OpenAPI 3.0.3 ignores the keyword, but authors who write it
 * mean "that, or null": the schema becomes `anyOf` of the original and null.
 */
export function foldNullable(reading: SchemaReading): void {
  const { draft, place } = reading;
  if (place.value["nullable"] !== true) return;
  if (draft.dialect !== "openapi-3.0") {
    const source = member(place, "nullable") ?? place;
    const message = "`nullable` says nothing in this dialect.";
    const said = "read as in OpenAPI 3.0, with null";
    if (!reportRepairable(reading.build, "NULLABLE_IGNORED", source, message, said)) return;
  }
  if (
    draft.ref !== undefined ||
    draft.allOf !== undefined ||
    draft.anyOf !== undefined ||
    draft.oneOf !== undefined
  ) {
    wrap(draft);
    return;
  }
  if (draft.types !== undefined && !draft.types.includes("null")) {
    draft.types = [...draft.types, "null"];
  }
  if (draft.enum !== undefined && !draft.enum.includes(null)) draft.enum = [...draft.enum, null];
}

function wrap(draft: SchemaDraft): void {
  const raw: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(draft.raw)) {
    if (key !== "nullable" && !key.startsWith("x-")) setMember(raw, key, value);
  }
  const inner: SchemaDraft = { ...draft, raw, extensions: new Map() };
  for (const field of describingFields) delete inner[field];
  for (const field of Object.keys(draft) as (keyof SchemaDraft)[]) {
    if (field in inner && !["kind", "source", "dialect", "raw", "extensions"].includes(field)) {
      delete draft[field];
    }
  }
  draft.anyOf = [
    inner,
    {
      kind: "schema",
      source: draft.source,
      dialect: draft.dialect,
      raw: { type: "null" },
      extensions: new Map(),
      types: ["null"],
    },
  ];
}

// Reads payloads and headers: a schema, or a schema in a named format.

import type { JsonValue } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import type { Build } from "../reading/build.ts";
import { resolveReference } from "../reading/follow-reference.ts";
import { holdsObject, memberOf, type ObjectPlace, type Place } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { dialectOfSchemaFormat } from "../reading/schema-graph.ts";
import { readSchema } from "../schema/schema-object.ts";

/** A schema that was read, or the unchanged value of a schema in an unsupported format. */
export interface FormattedSchema {
  readonly format: string;
  readonly schema?: Schema;
  readonly raw?: JsonValue;
}

/** Reads a schema or a Multi Format Schema Object, inline or by reference. */
export function readFormattedSchema(
  build: Build,
  start: Place,
  defaultFormat: string,
): FormattedSchema {
  const multi = multiFormat(build, start);
  if (multi === undefined) return inFormat(build, start, defaultFormat);
  const { schemaFormat } = multi.value;
  const format = typeof schemaFormat === "string" ? schemaFormat : defaultFormat;
  const schema = memberOf(multi, "schema");
  return schema === undefined ? { format } : inFormat(build, schema, format);
}

function inFormat(build: Build, place: Place, format: string): FormattedSchema {
  const dialect = dialectOfSchemaFormat(format);
  if (dialect !== undefined) return { format, schema: readSchema(build, place, dialect) };
  reportProblem(
    build,
    "PAYLOAD_FORMAT_UNSUPPORTED",
    place,
    `The schema format \`${format}\` is not supported; the type of the value is unknown.`,
  );
  return { format, raw: place.value };
}

// A Multi Format Schema Object has `schemaFormat`. No schema has a keyword with this name.
function multiFormat(build: Build, start: Place): ObjectPlace | undefined {
  const seen = new Set<string>();
  let place: Place | undefined = start;
  while (place !== undefined && holdsObject(place)) {
    const { $ref: text, schemaFormat }: ObjectPlace["value"] = place.value;
    if (typeof schemaFormat === "string" && Object.hasOwn(place.value, "schema")) return place;
    const key = `${place.file}#${place.pointer}`;
    if (typeof text !== "string" || seen.has(key)) return undefined;
    seen.add(key);
    place = resolveReference(build, place, text);
  }
  return undefined;
}

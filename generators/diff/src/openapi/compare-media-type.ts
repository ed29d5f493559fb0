import type { MediaType, Schema } from "@specwright/contract";
import type { JsonObject, JsonValue } from "@specwright/spec-loader";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { canonicalText, writeValue } from "../changes/write-value.ts";
import { docsFindings, examplesValue } from "../documents/docs-findings.ts";
import { declaredProperties } from "../schemas/declared-properties.ts";
import { writtenSchema } from "../schemas/written-schema.ts";
import { compareSchemasAt, type Part, reportAt, type Site } from "./site.ts";

/** Compares the schemas, encodings and examples of a media type. */
export function compareMediaType(site: Site, part: Part, old: MediaType, revised: MediaType): void {
  const places = { base: old.source, revision: revised.source };
  const findings = [
    ...schemaFindings(part, places, old.mediaType, "schema", old.schema, revised.schema),
    ...schemaFindings(
      part,
      places,
      old.mediaType,
      "schema of items",
      old.itemSchema,
      revised.itemSchema,
    ),
    ...encodingFindings(part, places, old, revised),
    ...docsFindings(places, [
      {
        rule: "examples-changed",
        name: `The examples of ${writeValue(old.mediaType)}`,
        key: old.mediaType,
        before: examplesValue(old),
        after: examplesValue(revised),
      },
    ]),
  ];
  for (const finding of findings) reportAt(site, part, finding);
  for (const [before, after] of [
    [old.schema, revised.schema],
    [old.itemSchema, revised.itemSchema],
  ]) {
    if (before !== undefined && after !== undefined) {
      compareSchemasAt(site, part, "body", before, after);
    }
  }
}

function schemaFindings(
  { direction }: Part,
  places: Places,
  mediaType: string,
  what: string,
  before: Schema | undefined,
  after: Schema | undefined,
): Finding[] {
  if ((before === undefined) === (after === undefined)) return [];
  const isAdded = after !== undefined;
  const effect = isAdded ? "narrows" : "widens";
  const changeClass = classOfEffect(effect, direction);
  return [
    {
      rule: isAdded ? "media-type-schema-added" : "media-type-schema-removed",
      class: changeClass,
      surface: "wire",
      effect,
      direction,
      details: [mediaType, what, writtenSchema(before ?? after)],
      ...places,
      message: `The ${what} of ${writeValue(mediaType)} was ${isAdded ? "added; any value was" : "removed; any value is now"} valid.`,
      why:
        changeClass === "breaking"
          ? direction === "request"
            ? "The server may now reject the bodies of existing clients."
            : "Existing clients may get values that they do not expect."
          : "Values that were valid are still valid.",
    },
  ];
}

function encodingFindings(
  { direction }: Part,
  places: Places,
  old: MediaType,
  revised: MediaType,
): Finding[] {
  const names = new Set([...old.encoding.keys(), ...revised.encoding.keys()]);
  const [fields, revisedFields] = [formFields(old), formFields(revised)];
  // If only one document has a field, the comparison of schemas reports the field as a property.
  const kept = [...names].filter((name) => fields.has(name) && revisedFields.has(name));
  return kept.flatMap((name) => {
    const [before, after] = [old.encoding.get(name), revised.encoding.get(name)].map((encoding) =>
      effectiveEncoding(encoding?.raw),
    );
    if (before === undefined || after === undefined) return [];
    if (canonicalText(before) === canonicalText(after)) return [];
    return {
      rule: "encoding-changed",
      class: "potentially-breaking",
      surface: "wire",
      effect: "unknown",
      direction,
      details: [name, before, after],
      ...places,
      message: `The encoding of the part ${writeValue(name)} is now ${writeValue(after)}; it was ${writeValue(before)}.`,
      why: "Existing clients still use the old encoding.",
    } satisfies Finding;
  });
}

/**
 * Returns the fields of a form. A media type that is not a form has no fields, because OpenAPI ignores its
 * encodings.
 */
function formFields({ mediaType, schema }: MediaType): ReadonlyMap<string, Schema> {
  const isForm = /^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(mediaType);
  return isForm && schema !== undefined ? declaredProperties(schema) : new Map();
}

/** Returns an encoding without members that have their default value. */
function effectiveEncoding(encoding: JsonObject = {}): JsonValue {
  const isExploded = encoding["style"] === undefined || encoding["style"] === "form";
  const defaults: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
    ["style", "form"],
    ["explode", isExploded],
    ["allowReserved", false],
  ]);
  return Object.fromEntries(
    Object.entries(encoding).filter(([name, value]) => defaults.get(name) !== value),
  );
}

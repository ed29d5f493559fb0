import type { Build } from "../reading/build.ts";
import { refHidesSiblings } from "../reading/dialect.ts";
import { readExtensions } from "../reading/extensions.ts";
import type { ObjectPlace } from "../reading/place.ts";
import { report } from "../reading/problems.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import type { SchemaReading } from "./keyword-reader.ts";
import { annotationReaders, keywordReaders } from "./keywords.ts";
import { foldNullable } from "./nullable.ts";
import { foldExclusiveBounds } from "./older-keywords.ts";
import { foldOpenEnum } from "./open-enum.ts";
import { foldSameSign } from "./same-sign.ts";
import { vocabulariesAt } from "./vocabularies.ts";

/** Reads a schema object into its draft, and converts older dialects to 2020-12. */
export function readSchemaObject(build: Build, draft: SchemaDraft, place: ObjectPlace): void {
  const reading: SchemaReading = { build, draft, place };
  draft.extensions = readExtensions(place);
  if (isDeprecatedByExtension(draft)) draft.deprecated = true;
  const alone = typeof place.value["$ref"] === "string" && refHidesSiblings(draft.dialect);
  const readers = alone ? annotationReaders : keywordReaders;
  if (alone) {
    keywordReaders.get("$ref")?.(reading, "$ref", place.value["$ref"] ?? null);
    reportHidden(reading);
  }
  const vocabularies = vocabulariesAt(build, place);
  if (vocabularies?.formatAssertion === true) draft.formatAssertion = true;
  for (const keyword of Object.keys(place.value)) {
    if (vocabularies?.off.has(keyword) === true) continue;
    readers.get(keyword)?.(reading, keyword, place.value[keyword] ?? null);
  }
  if (alone) return;
  foldExclusiveBounds(reading);
  foldOpenEnum(reading);
  foldSameSign(reading);
  foldNullable(reading);
}

function isDeprecatedByExtension(draft: SchemaDraft): boolean {
  const value = draft.extensions.get("x-deprecated");
  return value === true || (typeof value === "object" && value !== null);
}

function reportHidden({ build, draft, place }: SchemaReading): void {
  const hidden = Object.keys(place.value).filter(
    (keyword) =>
      keyword === "nullable" ||
      (keyword !== "$ref" && keywordReaders.has(keyword) && !annotationReaders.has(keyword)),
  );
  if (hidden.length === 0) return;
  const names = hidden.map((keyword) => `\`${keyword}\``).join(", ");
  report(
    build,
    "REF_SIBLINGS_IGNORED",
    place,
    `In ${draft.dialect} a \`$ref\` puts what stands beside it out of force: ${names}.`,
  );
}

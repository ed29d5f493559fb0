import type { ObjectSchema } from "./schema.ts";

/** The name of a field that describes the values of a schema. */
export type DescribingField = Extract<
  keyof ObjectSchema,
  | "title"
  | "description"
  | "comment"
  | "default"
  | "examples"
  | "deprecated"
  | "readOnly"
  | "writeOnly"
  | "xml"
  | "externalDocs"
>;

/** The fields with the keywords that describe values without restricting them. */
export const describingFields: readonly DescribingField[] = [
  "title",
  "description",
  "comment",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "xml",
  "externalDocs",
];

/**
 * All fields of a schema that do not restrict values: descriptions, and the place, the name and the
 * original order of the schema.
 */
export const annotationFields: ReadonlySet<string> = new Set<keyof ObjectSchema>([
  "kind",
  "source",
  "dialect",
  "raw",
  "extensions",
  "id",
  "anchor",
  "dynamicAnchor",
  "formatAssertion",
  "integerForm",
  "formatForm",
  "notedFormat",
  "reportsFormat",
  "keepsNumber",
  "refusesRounding",
  "propertyOrder",
  ...describingFields,
]);

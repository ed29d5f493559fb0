import { schemaLists, schemaMaps, singleSchemas } from "../model/walk-schemas.ts";

const references = ["ref", "dynamicRef"] as const;

/** A keyword with schemas, and the form in which it has them. */
export type PartKeyword =
  | { readonly form: "single"; readonly keyword: (typeof singleSchemas)[number] }
  | { readonly form: "list"; readonly keyword: (typeof schemaLists)[number] }
  | { readonly form: "map"; readonly keyword: (typeof schemaMaps)[number] }
  | { readonly form: "reference"; readonly keyword: (typeof references)[number] };

/**
 * The keywords with schemas, by the field that has them. Most schemas have few fields, and looking
 * at those takes half the time of looking for each keyword.
 */
export const partKeywords: ReadonlyMap<string, PartKeyword> = new Map(
  [
    ...singleSchemas.map((keyword): PartKeyword => ({ form: "single", keyword })),
    ...schemaLists.map((keyword): PartKeyword => ({ form: "list", keyword })),
    ...schemaMaps.map((keyword): PartKeyword => ({ form: "map", keyword })),
    ...references.map((keyword): PartKeyword => ({ form: "reference", keyword })),
  ].map((part) => [part.keyword, part]),
);

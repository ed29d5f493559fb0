import type { ObjectSchema } from "@specwright/contract";
import type { Judgement } from "./schema-edit.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import type { SchemaUse } from "./schema-use.ts";
import { restrictingKeywords, viewOf } from "./schema-view.ts";

/**
 * Reports whether a parameter or header keeps its meaning although its type changed: it is sent as
 * text, and every text of the one type is a string, which the other schema accepts without limits.
 */
export function isReadAsText({ base, revision }: SchemaPair, use: SchemaUse): boolean {
  if (use.place !== "parameter" && use.place !== "header") return false;
  const [before, after] = [viewOf(base), viewOf(revision)];
  const [sent, read] = use.direction === "request" ? [before, after] : [after, before];
  return isScalar(sent) && isAnyText(read);
}

/** The judgement of a type whose values are the same text as before. */
export const sameText: Judgement = {
  class: "breaking",
  surface: "code",
  why: "What is sent is text that is accepted as before, but generated code has another type.",
};

function isScalar({ types = [] }: ObjectSchema): boolean {
  const scalars: readonly string[] = ["integer", "number", "boolean"];
  return types.length > 0 && types.every((type) => scalars.includes(type));
}

function isAnyText(schema: ObjectSchema): boolean {
  const isRestricted = restrictingKeywords(schema).some((keyword) => keyword !== "types");
  return !isRestricted && schema.format === undefined && schema.types?.join() === "string";
}

import type { Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";

/** Reports whether a schema allows only some strings, because of a length, pattern, format or list. */
export function isRestrictedText(schema: Schema): boolean {
  const target = dereference(schema);
  if (target.kind !== "schema" || target.format === "binary") return false;
  const { types, minLength, maxLength, pattern, format, enum: members } = target;
  if (types === undefined || types.some((type) => type !== "string")) return false;
  const rules = [minLength, maxLength, pattern, format, members, target.const];
  return rules.some((rule) => rule !== undefined);
}

import type { ObjectSchema } from "@specwright/contract";
import type { BoundName } from "../../rules/bound-rules.ts";
import { type SchemaEdit, withKeywords } from "../schema-edit.ts";

const bounds = [
  ["maximum", "maximum"],
  ["minimum", "minimum"],
  ["exclusiveMaximum", "exclusive-maximum"],
  ["exclusiveMinimum", "exclusive-minimum"],
  ["maxLength", "max-length"],
  ["minLength", "min-length"],
  ["maxItems", "max-items"],
  ["minItems", "min-items"],
  ["maxProperties", "max-properties"],
  ["minProperties", "min-properties"],
  ["maxContains", "max-contains"],
  ["minContains", "min-contains"],
] as const satisfies readonly (readonly [keyof ObjectSchema, BoundName])[];

/** Compares the limits of numbers, lengths and counts. */
export function compareBounds(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  return bounds.flatMap(([keyword, rule]): SchemaEdit[] => {
    const [before, after] = [base[keyword], revision[keyword]];
    // Mixed integers and floats of the same value are equal.
    if (
      before === after ||
      (before !== undefined && after !== undefined && !(before < after) && !(before > after))
    ) {
      return [];
    }
    const without = withKeywords(revision, base, [keyword]);
    if (before === undefined) {
      const describe = (name: string): string => `\`${keyword}\` of ${name} is now ${after}.`;
      return [{ rule: `${rule}-set`, details: [String(after)], describe, without }];
    }
    if (after === undefined) {
      const describe = (name: string): string =>
        `\`${keyword}\` of ${name} is no longer ${before}.`;
      return [{ rule: `${rule}-unset`, details: [String(before)], describe, without }];
    }
    const direction = after > before ? "increased" : "decreased";
    const describe = (name: string): string =>
      `\`${keyword}\` of ${name} ${direction} from ${before} to ${after}.`;
    return [
      { rule: `${rule}-${direction}`, details: [String(before), String(after)], describe, without },
    ];
  });
}

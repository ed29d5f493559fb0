import type { Schema } from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";

/**
 * Returns the place of the outermost schema that one of some keywords is written in: a schema itself,
 * or what it refers to or wraps. Without any, that of the schema.
 */
export function sourceOfKeyword(schema: Schema, keywords: readonly string[]): Source {
  const seen = new Set<Schema>();
  const waiting: Schema[] = [schema];
  for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
    if (each.kind === "boolean" || seen.has(each)) continue;
    seen.add(each);
    const { raw, ref, allOf = [], anyOf = [], oneOf = [] } = each;
    if (keywords.some((keyword) => Object.hasOwn(raw, keyword))) return each.source;
    waiting.push(...(ref ? [ref.target] : []), ...allOf, ...anyOf, ...oneOf);
  }
  return schema.source;
}

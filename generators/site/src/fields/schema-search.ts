import type { SearchEntry } from "../paths/site-page.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * Lists the search entries for the fields and listed values of a schema. Omits fields that a different page
 * describes. `within` is the title of the page.
 */
export function schemaSearch(node: SchemaNode, within: string): readonly SearchEntry[] {
  const entries: SearchEntry[] = [];
  const waiting: SchemaNode[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { anchor } = next;
    for (const { value } of next.values) {
      if (typeof value !== "string" || value === "") continue;
      entries.push({ kind: "value", name: plainText(value), text: within, anchor });
    }
    for (const field of next.fields) {
      if (field.isRepeated) continue;
      const words = firstSentence(field.node.description ?? "");
      if (field.name !== undefined) {
        const text = words === "" ? within : `${within}: ${words}`;
        entries.push({ kind: "field", name: field.label, text, anchor: field.node.anchor });
      }
      waiting.push(field.node);
    }
    for (const variant of next.variants) waiting.push(variant.node);
  }
  return entries;
}

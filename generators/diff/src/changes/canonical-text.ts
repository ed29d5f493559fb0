import { canonicalJson, type JsonValue } from "@specwright/spec-loader";

/** Returns a text that is equal for equal values: whatever the order of keys, with every digit. */
export function canonicalText(value: JsonValue): string {
  return JSON.stringify(canonicalJson(value), (_key, each) =>
    typeof each === "bigint" ? { integer: String(each) } : each,
  );
}

import type { JsonValue } from "@specwright/spec-loader";

/** Any value that can be written as JSON. Members with the value `undefined` are omitted. */
export type Writable =
  | JsonValue
  | undefined
  | readonly Writable[]
  | { readonly [key: string]: Writable };

/** Writes JSON on one line, or with an indentation. Large integers keep all digits. */
export function jsonText(value: Writable, indent = ""): string {
  return writeJson(value, indent === "" ? "" : "\n", indent);
}

function writeJson(value: Writable, newline: string, indent: string): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const inner = newline === "" ? "" : newline + indent;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item: Writable) => writeJson(item, inner, indent))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(
          ([key, member]) =>
            `${JSON.stringify(key)}:${newline && " "}${writeJson(member, inner, indent)}`,
        );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return parts.length === 0
    ? open + close
    : open + inner + parts.join(`,${inner}`) + newline + close;
}

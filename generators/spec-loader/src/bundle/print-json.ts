import { isMap, isScalar, isSeq, type Scalar } from "yaml";
import { keyOf } from "./node-at.ts";

/** Prints nodes as JSON, indented by two spaces. Numbers keep their digits. */
export function printJson(node: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (isMap(node)) {
    const members = node.items.map(
      (pair) => `${inner}${JSON.stringify(keyOf(pair))}: ${printJson(pair.value, inner)}`,
    );
    return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => inner + printJson(item, inner));
    return items.length === 0 ? "[]" : `[\n${items.join(",\n")}\n${indent}]`;
  }
  return isScalar(node) ? printScalar(node) : "null";
}

function printScalar({ value, source }: Scalar): string {
  if (typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value !== "number" && typeof value !== "bigint") return "null";
  const isJson = source !== undefined && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(source);
  return isJson ? source : String(value);
}

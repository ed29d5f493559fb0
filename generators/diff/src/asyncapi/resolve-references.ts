import type { Contract } from "@specwright/contract";
import { isJsonArray, isJsonObject, type JsonValue, pointerTokens } from "@specwright/spec-loader";

/**
 * Returns a value as written, with the references inside it that name a place of the same document
 * replaced by what is there. A reference inside itself remains.
 */
export function resolveReferences(contract: Contract, value: JsonValue): JsonValue {
  return resolve(contract, value, new Set());
}

function resolve(contract: Contract, value: JsonValue, open: ReadonlySet<string>): JsonValue {
  if (isJsonArray(value)) return value.map((each) => resolve(contract, each, open));
  if (!isJsonObject(value)) return value;
  const { $ref: text } = value;
  if (typeof text === "string" && text.startsWith("#/") && !open.has(text)) {
    const target = lookUp(contract.raw, text);
    if (target !== undefined) return resolve(contract, target, new Set([...open, text]));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, resolve(contract, each, open)]),
  );
}

function lookUp(root: JsonValue, text: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of pointerTokens(text.slice(1)) ?? []) {
    if (isJsonArray(value)) value = value[Number(token)];
    else value = isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}

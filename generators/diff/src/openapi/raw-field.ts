import type { Contract } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  memberOf,
  pointerTokens,
  type Source,
} from "@specwright/spec-loader";

/**
 * Returns a field of an object that the model of the contract leaves out. Objects of other files
 * than the entry have none.
 */
export function rawField(contract: Contract, source: Source, name: string): JsonValue | undefined {
  if (source.file !== contract.file) return undefined;
  let value: JsonValue | undefined = contract.raw;
  for (const token of pointerTokens(source.pointer) ?? []) {
    if (isJsonArray(value)) value = value[Number(token)];
    else if (isJsonObject(value)) value = memberOf(value, token);
    else return undefined;
  }
  return isJsonObject(value) ? memberOf(value, name) : undefined;
}

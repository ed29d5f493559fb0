import type { Contract } from "@specwright/contract";
import type { Affected, Change } from "@specwright/diff";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Position,
  pointerTokens,
} from "@specwright/spec-loader";

/** A change as one operation sees it. */
export interface Sight {
  readonly change: Change;
  /** Undefined for a change that reaches no operation. */
  readonly affected: Affected | undefined;
  readonly base: Contract;
  readonly revision: Contract;
  readonly today: string;
}

/** Returns oasdiff's ids of a sight. */
export type ToTheirIds = (sight: Sight) => readonly string[];

/** For rules without a check in oasdiff. */
export const none: ToTheirIds = () => [];

/** Always the same ids. */
export function ids(...all: readonly string[]): ToTheirIds {
  return () => all;
}

/** The kind of place of a change in oasdiff's ids: `request-property`. */
export function placeOf({ affected }: Sight): string {
  if (affected === undefined) return "";
  const { part, direction, inside = false } = affected;
  if (/ header /.test(part)) return "response-header";
  if (/ parameter /.test(part)) return inside ? "request-parameter-property" : "request-parameter";
  return `${direction}-${inside ? "property" : "body"}`;
}

/** The ids of a place: `request-body-max-decreased` and so on. */
export function at(...suffixes: readonly string[]): ToTheirIds {
  return (sight) => suffixes.map((suffix) => `${placeOf(sight)}-${suffix}`);
}

/** Returns the schema at a place, after its `$ref`; an empty object if it has no schema. */
export function schemaAt(contract: Contract, position: Position | undefined): JsonObject {
  if (position === undefined) return {};
  let value = valueAt(contract.raw, position.pointer);
  for (let steps = 0; steps < 8 && isJsonObject(value); steps += 1) {
    const ref = value["$ref"];
    if (typeof ref !== "string") break;
    value = { ...value, $ref: null, ...objectOr(valueAt(contract.raw, ref.slice(1))) };
  }
  return objectOr(value);
}

/** Returns the object that has the property at a place. */
export function parentAt(contract: Contract, position: Position | undefined): JsonObject {
  const pointer = position?.pointer.replace(/\/properties\/[^/]*$/, "") ?? "";
  return objectOr(valueAt(contract.raw, pointer));
}

function objectOr(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of pointerTokens(pointer) ?? []) {
    if (isJsonArray(value)) value = value[Number(token)];
    else if (isJsonObject(value)) value = value[token];
    else return undefined;
  }
  return value;
}

import type { JsonValue } from "../../src/json/json-value.ts";

/**
 * One change to a valid document: the version, a JSON pointer to a field, and its new value. Without a
 * value, the field is removed.
 */
export type FaultCase = readonly [version: string, pointer: string, value?: JsonValue];

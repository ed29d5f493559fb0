// Converts query parameters to text, including features that few documents use: nested values of style
// `deepObject`, and `allowReserved`.

import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { isExploded } from "./is-exploded.ts";
import { percentEncode } from "./percent.ts";
import { type EncodeQuery, notWritten, type QueryPair, styledPairs } from "./query.ts";
import { givenValue, requireText, writePlain } from "./scalar-value.ts";
import { valueEncoder } from "./value-encoder.ts";

/**
 * Does what `encodeQuery` does. Also supports nested values of style `deepObject`, and values whose
 * reserved characters are sent unencoded.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeOpenQuery: EncodeQuery = (descriptors, values) =>
  descriptors
    .flatMap((descriptor) => {
      // An unencoded `#` or `&` would end the value, and an unencoded comma would end an item.
      const apart = isExploded(descriptor) ? "#&" : "#&,";
      return anyPairs(descriptor, values, percentEncode, valueEncoder(descriptor, apart));
    })
    .map((pair) => pair.join("="))
    .join("&");

/**
 * Selects a parameter's value from `values`, and formats it by the style of the parameter.
 *
 * @throws ParameterError if the value cannot be sent.
 */
export function anyPairs(
  descriptor: ParameterDescriptor,
  values: object,
  encode: (text: string) => string,
  encodeValue: (text: string) => string,
): readonly QueryPair[] {
  if (descriptor.nested === undefined) return styledPairs(descriptor, values, encode, encodeValue);
  return deepPairs(encode(descriptor.name), givenValue(descriptor, values));

  /**
   * Writes members as `name[member]`, to any depth, and items as `name[0]`. Without an index, the members
   * of two items could not be distinguished.
   */
  function deepPairs(name: string, value: unknown): readonly QueryPair[] {
    if (value === undefined || value === null) return [];
    if (typeof value !== "object") {
      const text = requireText("query", descriptor, "string", writePlain("string", value));
      return [[name, encodeValue(text)]];
    }
    return Object.entries(value).flatMap(([key, member]) => {
      if (/[[\]]/.test(key)) throw notWritten(descriptor, "a name contains a bracket");
      return deepPairs(name + encode("[") + encode(key) + encode("]"), member);
    });
  }
}

// Converts query parameters to text, by style (OpenAPI 3.1, section 4.8.12).

import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { isExploded } from "./is-exploded.ts";
import { ParameterError } from "./parameter-error.ts";
import { percentEncode } from "./percent.ts";
import { scalarText } from "./scalar-value.ts";
import { listTexts, valueTexts } from "./value-texts.ts";

/** Formats the query of a request. */
export type EncodeQuery = (descriptors: readonly ParameterDescriptor[], values: object) => string;

/** A name with its value, both encoded. */
export type QueryPair = readonly [name: string, text: string];

/**
 * Formats the query of a request, without the question mark; `""` if no parameter is set.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeQuery: EncodeQuery = (descriptors, values) =>
  descriptors
    .flatMap((descriptor) => styledPairs(descriptor, values, percentEncode, percentEncode))
    .map((pair) => pair.join("="))
    .join("&");

/**
 * Does what `encodeQuery` does, for parameters that are not lists, objects or JSON.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeScalarQuery: EncodeQuery = (descriptors, values) =>
  descriptors
    .flatMap((descriptor) => {
      const text = scalarText("query", descriptor, values);
      return text === undefined ? [] : `${percentEncode(descriptor.name)}=${percentEncode(text)}`;
    })
    .join("&");

/**
 * Selects a parameter's value from `values`, and formats it by the style of the parameter. `encode` encodes
 * names, and `encodeValue` encodes pieces of values.
 *
 * @throws ParameterError if the value cannot be sent.
 */
export function styledPairs(
  descriptor: ParameterDescriptor,
  values: object,
  encode: (text: string) => string,
  encodeValue: (text: string) => string,
): readonly QueryPair[] {
  const texts = valueTexts("query", descriptor, values);
  if (texts === undefined) {
    // A query cannot express an empty list or object, so the server would report that the required
    // parameter is missing.
    if (descriptor.required) throw notWritten(descriptor, "required, and not empty", "required");
    return [];
  }
  const name = encode(descriptor.name);
  const isAlone = texts.kind === "one" && (!descriptor.array || isExploded(descriptor));
  if (isAlone) return [[name, encodeValue(texts.text)]];
  const isDeep = descriptor.style === "deepObject";
  if (texts.kind === "pairs" && (isDeep || isExploded(descriptor))) {
    return texts.pairs.map(([key, text]) => [
      isDeep ? name + encode("[") + encode(key) + encode("]") : encode(key),
      encodeValue(text),
    ]);
  }
  if (texts.kind === "list" && isExploded(descriptor)) {
    return texts.texts.map((text) => [name, encodeValue(text)]);
  }
  const pieces = listTexts(texts);
  const separator = styleSeparator(descriptor.style);
  const encoded = separator === "," ? "," : encode(separator);
  // If an item contained the separator unencoded, the receiver would split the item.
  if (
    pieces.some((piece) => (separator === "," ? encodeValue(piece) : piece).includes(separator))
  ) {
    throw notWritten(descriptor, "an item contains the separator");
  }
  return [[name, pieces.map(encodeValue).join(encoded)]];
}

/** Returns the error for a value that the receiver would read as a different value. */
export function notWritten(
  { name }: ParameterDescriptor,
  message: string,
  code = "pattern",
): ParameterError {
  return new ParameterError("query", name, code, message);
}

/** Returns the separator between the pieces of a value that is not exploded. */
export function styleSeparator(style: string | undefined): "," | " " | "|" {
  if (style === "spaceDelimited") return " ";
  return style === "pipeDelimited" ? "|" : ",";
}

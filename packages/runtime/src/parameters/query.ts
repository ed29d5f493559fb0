// Query parameters to text, by style (OpenAPI 3.1, section 4.8.12).

import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { isExploded } from "./is-exploded.ts";
import { ParameterError } from "./parameter-error.ts";
import { percentEncode } from "./percent.ts";
import { scalarText } from "./scalar-value.ts";
import { valueTexts } from "./value-texts.ts";

/** Formats the query of a request. */
type EncodeQuery = (descriptors: readonly ParameterDescriptor[], values: object) => string;

/**
 * Formats the query of a request, without the question mark; `""` if nothing is set.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeQuery: EncodeQuery = (descriptors, values) =>
  descriptors
    .flatMap((descriptor) => styledPairs(descriptor, values, percentEncode))
    .map((pair) => pair.join("="))
    .join("&");

/**
 * Does what `encodeQuery` does, for parameters that are neither lists nor objects, nor JSON.
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

/** A name with its value, both encoded. */
type Pair = readonly [name: string, text: string];

/**
 * Arranges a parameter's value among `values` as its style says. Names and pieces of values are
 * encoded by `encode`.
 *
 * @throws ParameterError if the value cannot be sent.
 */
export function styledPairs(
  descriptor: ParameterDescriptor,
  values: object,
  encode: (text: string) => string,
): readonly Pair[] {
  const texts = valueTexts("query", descriptor, values);
  if (texts === undefined) return [];
  const name = encode(descriptor.name);
  switch (texts.kind) {
    case "one":
      return [[name, encode(texts.text)]];
    case "list":
      return isExploded(descriptor)
        ? texts.texts.map((text) => [name, encode(text)])
        : [[name, separated(descriptor, texts.texts, encode)]];
    case "pairs":
      if (descriptor.style === "deepObject") {
        return texts.pairs.map(([key, text]) => [
          name + encode("[") + encode(key) + encode("]"),
          encode(text),
        ]);
      }
      if (isExploded(descriptor))
        return texts.pairs.map(([key, text]) => [encode(key), encode(text)]);
      return [[name, separated(descriptor, texts.pairs.flat(), encode)]];
    default:
      return texts satisfies never;
  }
}

/** Encodes pieces, with what separates them in the style of the parameter. */
function separated(
  { name, style }: ParameterDescriptor,
  pieces: readonly string[],
  encode: (text: string) => string,
): string {
  const separator = separatorOf(style);
  const encoded = encode(separator);
  // A comma is sent as it is, the other separators encoded: an item that contains one would be split.
  const isAmbiguous = separator !== "," || encoded === ",";
  if (isAmbiguous && pieces.some((piece) => piece.includes(separator))) {
    throw new ParameterError("query", name, "pattern", "an item contains the separator");
  }
  return pieces.map(encode).join(separator === "," ? "," : encoded);
}

/** Returns what separates the pieces of a value that is not exploded. */
export function separatorOf(style: string | undefined): "," | " " | "|" {
  if (style === "spaceDelimited") return " ";
  return style === "pipeDelimited" ? "|" : ",";
}

import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { percentEncode, reservedEncode } from "./percent.ts";

/**
 * Returns the function that encodes the values of a parameter. With `allowReserved`, reserved characters
 * are not encoded, except the characters in `apart`.
 */
export function valueEncoder(
  { allowReserved }: ParameterDescriptor,
  apart: string,
): (text: string) => string {
  if (allowReserved === undefined) return percentEncode;
  return (text) => reservedEncode(text, allowReserved === "escapes", apart);
}

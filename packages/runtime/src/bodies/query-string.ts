// Encodes queries with all features of OpenAPI, including parameters that are the whole query string
// (OpenAPI 3.2).

import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { memberOf } from "../json/member-of.ts";
import { encodeOpenQuery } from "../parameters/any-query.ts";
import { percentEncode } from "../parameters/percent.ts";
import type { EncodeQuery } from "../parameters/query.ts";
import { listTexts, valueTexts } from "../parameters/value-texts.ts";
import { styledForm } from "./styled-form.ts";

/**
 * Does what `encodeOpenQuery` does. Also supports a parameter that is the whole query string.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeAnyQuery: EncodeQuery = (descriptors, values) => {
  const [whole] = descriptors.filter((descriptor) => descriptor.whole !== undefined);
  return whole === undefined ? encodeOpenQuery(descriptors, values) : encodeWhole(whole, values);
};

function encodeWhole(descriptor: ParameterDescriptor, values: object): string {
  const { name, whole } = descriptor;
  if (typeof whole === "object") {
    return styledForm(whole, Object.entries(Object(memberOf(values, name))));
  }
  const texts = valueTexts("query", descriptor, values);
  return texts === undefined ? "" : listTexts(texts).map(percentEncode).join(",");
}

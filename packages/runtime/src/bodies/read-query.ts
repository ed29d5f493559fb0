// Reads queries that consist of parameters, or of one parameter that is the whole query string.

import type { Codec } from "../codegen/codec.ts";
import type {
  DecodedParameters,
  DescribedFields,
  ParameterDescriptor,
  ParameterIssue,
} from "../codegen/parameter.ts";
import { CodecError } from "../errors/codec-error.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { decodeQuery } from "../parameters/decode-query.ts";
import { parameterIssue } from "../parameters/parameter-error.ts";
import { percentDecode } from "../parameters/percent.ts";
import { firstReading, parseReadings } from "../parameters/readings.ts";
import { readTexts } from "../parameters/value-texts.ts";
import { asFieldIssue, emptyFields } from "./form-values.ts";
import { readUrlEncoded } from "./read-url-encoded.ts";

const MAX_FIELDS = 1000;

/**
 * Reads a raw query (without the question mark) as `decodeQuery` does. If one parameter is the whole query
 * string, this parameter receives all pairs that do not belong to the other parameters. `codec` checks all
 * parameters.
 */
export function readQuery(
  descriptors: readonly ParameterDescriptor[],
  rawQuery: string,
  codec: Codec<unknown> | undefined,
): DecodedParameters {
  const whole = descriptors.find((descriptor) => descriptor.whole !== undefined);
  if (whole === undefined) return decodeQuery(descriptors, rawQuery);
  const others = descriptors.filter((descriptor) => descriptor !== whole);
  const names = new Set(others.map(({ name }) => name));
  const pieces = rawQuery.split("&");
  const isOther = (piece: string): boolean =>
    names.has(percentDecode(piece.replace(/=.*/s, "")) ?? "");
  const beside = decodeQuery(others, pieces.filter(isOther).join("&"));
  const read = readWhole(whole, pieces.filter((piece) => !isOther(piece)).join("&"), codec);
  return {
    values: { ...beside.values, ...read.values },
    issues: [...beside.issues, ...read.issues],
  };
}

/**
 * Reads the parameter that is the whole query string. An optional parameter is absent if the query is
 * empty.
 */
function readWhole(
  descriptor: ParameterDescriptor,
  text: string,
  codec: Codec<unknown> | undefined,
): DecodedParameters {
  const { name, whole, required = false } = descriptor;
  if (text === "" && !required) return { values: {}, issues: [] };
  if (typeof whole === "object") return readForm(name, whole, text, codec);
  const decoded = percentDecode(text);
  const issues: ParameterIssue[] = [];
  if (decoded === undefined) {
    issues.push(parameterIssue("query", name, "encoding", "broken percent encoding"));
    return { values: {}, issues };
  }
  const value = readTexts("query", descriptor, { kind: "one", text: decoded }, issues);
  return { values: issues.length === 0 ? { [name]: value } : {}, issues };
}

function readForm(
  name: string,
  form: DescribedFields,
  text: string,
  codec: Codec<unknown> | undefined,
): DecodedParameters {
  const read = readUrlEncoded(form, new TextEncoder().encode(text), MAX_FIELDS);
  if (read === undefined) {
    const message = `the form has more than ${MAX_FIELDS} fields`;
    return { values: {}, issues: [parameterIssue("query", name, "form", message)] };
  }
  const issues = read.issues.map((issue): ParameterIssue => {
    const { pointer, code, message } = asFieldIssue(issue);
    return { in: "query", pointer: jsonPointer([name]) + pointer, code, message };
  });
  const values = { ...emptyFields(form.fields ?? {}), ...read.values };
  return { values: { [name]: chooseReadings(name, values, codec) }, issues };
}

/**
 * Chooses a reading for each field whose text has several readings, so that the form is valid. If no
 * combination is valid, chooses the first readings.
 */
function chooseReadings(
  name: string,
  values: Readonly<Record<string, unknown>>,
  codec: Codec<unknown> | undefined,
): unknown {
  const first = Object.entries(values).map(([field, value]) => [field, firstReading(value)]);
  try {
    const parse = (all: object): object => {
      codec?.parse({ [name]: all });
      return all;
    };
    return parseReadings(values, parse, jsonPointer([name]));
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return Object.fromEntries(first);
  }
}

// Parameters with values, for the URLs of samples.

import { type Parameter, queryStringKind, type Schema } from "@specwright/contract";
import type { JsonObject, JsonValue } from "@specwright/spec-loader";
import type { Reference } from "../reference/reference.ts";
import { sampleOf } from "./sample-of.ts";
import { sampleWord } from "./sample-word.ts";

/** A parameter with a value. */
export interface SampleParameter {
  readonly parameter: Parameter;
  readonly value: JsonValue;
  readonly schema: Schema | undefined;
}

/** Chooses values of the required parameters: examples, or values of their schemas. */
export function sampleParameters(
  parameters: readonly Parameter[],
  reference: Reference,
): readonly SampleParameter[] {
  return parameters
    .filter(({ required }) => required)
    .map((parameter) => {
      const schema = parameter.schema ?? parameter.content?.schema;
      const example = parameter.examples[0] ?? parameter.content?.examples[0];
      const made =
        schema === undefined
          ? undefined
          : sampleOf(schema, reference, { reader: "request", name: parameter.name });
      const value = example?.value ?? made ?? sampleWord(parameter.name);
      return { parameter, value, schema };
    });
}

/** Inserts the values of path parameters into a URL template. */
export function fillTemplate(template: string, parameters: readonly SampleParameter[]): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const found = parameters.find(
      ({ parameter }) => parameter.in === "path" && parameter.name === name,
    );
    return found === undefined ? whole : encodeScalar(found.value);
  });
}

/** Writes the query parameters as the end of a URL, with the question mark. */
export function queryText(parameters: readonly SampleParameter[]): string {
  const pairs = parameters
    .filter(({ parameter }) => parameter.in === "query")
    .flatMap(({ parameter: { name, style, explode }, value }) => {
      const values = style === "form" && explode && isList(value) ? value : [value];
      return values.map(
        (each) => `${encodeURIComponent(name.toWellFormed())}=${encodeScalar(each)}`,
      );
    });
  const whole = parameters.filter(({ parameter }) => parameter.in === "querystring");
  const texts = [...pairs, ...whole.map(queryStringText)];
  return texts.length === 0 ? "" : `?${texts.join("&")}`;
}

/** Writes the value of a parameter that is the whole query string. */
function queryStringText({ parameter: { content }, value }: SampleParameter): string {
  const kind = content && queryStringKind(content);
  if (kind === "text") return encodeScalar(value);
  if (kind === "json") return encodeURIComponent(JSON.stringify(value));
  if (!isObject(value)) return "";
  const fields = Object.entries(value).flatMap(([name, member]) =>
    (isList(member) ? member : [member]).map((each) => [
      name,
      isObject(each) ? JSON.stringify(each) : scalarText(each),
    ]),
  );
  return new URLSearchParams(fields).toString();
}

/** Writes the value of a parameter in its simplest style: a list with commas. */
export function scalarText(value: JsonValue): string {
  if (isList(value)) return value.map(scalarText).join(",");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name},${scalarText(each)}`)
    .join(",");
}

function encodeScalar(value: JsonValue): string {
  return encodeURIComponent(scalarText(value).toWellFormed());
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

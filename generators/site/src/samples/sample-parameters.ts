// Chooses values for parameters, and writes them into the URLs of samples.

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

/** Chooses values for the required parameters. Prefers examples to values generated from schemas. */
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

/** Replaces the path parameters in a URL template by their values. */
export function fillTemplate(template: string, parameters: readonly SampleParameter[]): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const found = parameters.find(
      ({ parameter }) => parameter.in === "path" && parameter.name === name,
    );
    return found === undefined ? whole : encodeScalar(found.value);
  });
}

/**
 * Writes the query of a URL, including the question mark. Returns an empty text without query parameters.
 */
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

/** Writes the value of a parameter whose value is the whole query of the URL. */
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

/** Writes a value in the style `simple`, which separates the items of a list by commas. */
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

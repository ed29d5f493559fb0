// Finds examples and defaults that break their own schema.

import {
  type Contract,
  dereference,
  type Example,
  type HttpOperation,
  isJsonMediaType,
  type MediaType,
  type ObjectSchema,
  type Parameter,
  type Schema,
  schemasOf,
} from "@specwright/contract";
import { isValid, jsonText, type Reader } from "@specwright/diff";
import {
  type Diagnostic,
  isJsonArray,
  isJsonObject,
  type JsonValue,
  type Source,
} from "@specwright/spec-loader";
import { type ValueCode, valueDiagnostics } from "./value-diagnostics.ts";

/** A value of the document, and the schema that it is for. */
interface CarriedValue {
  readonly code: ValueCode;
  readonly schema: Schema | undefined;
  readonly value: JsonValue;
  readonly source: Source;
  /** Who receives the value: it may lack the members that this side is not sent. */
  readonly reader?: Reader;
}

/** Returns a warning for each example and default that is certain to break its own schema. */
export function lintValues(contract: Contract): readonly Diagnostic[] {
  return carriedValues(contract).flatMap(({ code, schema, value, source, reader }) => {
    if (schema === undefined || isValid(schema, value, reader) !== false) return [];
    const { severity, fix } = valueDiagnostics[code];
    const fault = faultIn(schema, value, reader);
    const what = code === "DEFAULT_INVALID" ? "default" : "example";
    const place = fault.pointer === "" ? "" : ` at ${fault.pointer}`;
    const message = `the ${what} breaks its schema: ${shortened(fault.value)}${place}`;
    return [{ ...contract.locate(source), code, severity, message, fix }];
  });
}

function carriedValues(contract: Contract): readonly CarriedValue[] {
  const operations = contract.operations.flatMap((each) => operationValues(each, "request"));
  const webhooks = contract.webhooks.flatMap((each) => operationValues(each, "response"));
  const messages = contract.messages.flatMap(({ payload, examples }) =>
    valuesOf(examples, payload?.schema),
  );
  const schemas = [...schemasOf(contract).keys()].flatMap(schemaValues);
  return [...operations, ...webhooks, ...messages, ...schemas];
}

/** Lists the examples of an operation, whose request `reader` names. */
function operationValues(operation: HttpOperation, reader: Reader): readonly CarriedValue[] {
  const { parameters, requestBody, responses, callbacks } = operation;
  const other = reader === "request" ? "response" : "request";
  return [
    ...parameters.flatMap((each) => parameterValues(each, reader)),
    ...(requestBody?.content ?? []).flatMap((each) => mediaValues(each, reader)),
    ...responses.flatMap(({ headers, content }) => [
      ...headers.flatMap((each) => parameterValues(each, other)),
      ...content.flatMap((each) => mediaValues(each, other)),
    ]),
    ...[...callbacks.values()].flat().flatMap((each) => operationValues(each, other)),
  ];
}

function parameterValues({ schema, content, examples }: Parameter, reader: Reader) {
  return content === undefined ? valuesOf(examples, schema, reader) : mediaValues(content, reader);
}

/** Lists the examples of JSON; of other media types they may be written as text. */
function mediaValues({ mediaType, schema, examples }: MediaType, reader: Reader) {
  return isJsonMediaType(mediaType) ? valuesOf(examples, schema, reader) : [];
}

function valuesOf(
  examples: readonly Example[],
  schema: Schema | undefined,
  reader?: Reader,
): readonly CarriedValue[] {
  return examples.map(({ value, source }) => ({
    code: "EXAMPLE_INVALID",
    schema,
    value,
    source,
    ...(reader !== undefined && { reader }),
  }));
}

function schemaValues(schema: Schema): readonly CarriedValue[] {
  if (schema.kind === "boolean") return [];
  const { examples = [], raw } = schema;
  const at = (...steps: readonly (string | number)[]): Source => ({
    ...schema.source,
    pointer: [schema.source.pointer, ...steps].join("/"),
  });
  const values = examples.map((value, index): CarriedValue => {
    const source = Object.hasOwn(raw, "examples") ? at("examples", index) : at("example");
    return { code: "EXAMPLE_INVALID", schema, value, source };
  });
  if (schema.default === undefined) return values;
  return [
    ...values,
    { code: "DEFAULT_INVALID", schema, value: schema.default, source: at("default") },
  ];
}

/** Returns the innermost value that breaks a schema of its own, with its pointer. */
function faultIn(
  schema: Schema,
  value: JsonValue,
  reader: Reader | undefined,
): { readonly pointer: string; readonly value: JsonValue } {
  for (const [step, part, inner] of membersOf(schema, value)) {
    if (isValid(part, inner, reader) !== false) continue;
    const fault = faultIn(part, inner, reader);
    return {
      ...fault,
      pointer: `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}${fault.pointer}`,
    };
  }
  return { pointer: "", value };
}

/** Lists the members of a value that a schema describes: their name, schema and value. */
function membersOf(
  schema: Schema,
  value: JsonValue,
): readonly (readonly [string, Schema, JsonValue])[] {
  return applied(schema).flatMap(({ properties, items }) => {
    if (isJsonArray(value)) {
      return items === undefined ? [] : value.map((each, at) => [String(at), items, each] as const);
    }
    if (!isJsonObject(value) || properties === undefined) return [];
    return [...properties].flatMap(([name, part]) => {
      const inner = Object.hasOwn(value, name) ? value[name] : undefined;
      return inner === undefined ? [] : [[name, part, inner] as const];
    });
  });
}

/** Lists the schemas that every value of a schema is one of. */
function applied(schema: Schema, seen: Set<Schema> = new Set()): readonly ObjectSchema[] {
  const own = dereference(schema);
  if (own.kind === "boolean" || seen.has(own)) return [];
  seen.add(own);
  const others = [...(own.ref === undefined ? [] : [own.ref.target]), ...(own.allOf ?? [])];
  return [own, ...others.flatMap((each) => applied(each, seen))];
}

const longest = 60;

function shortened(value: JsonValue): string {
  const text = jsonText(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

// Lists the examples and defaults in a document, each with the schema that it must match.

import {
  type Contract,
  type Example,
  type HttpOperation,
  isJsonMediaType,
  type MediaType,
  type Parameter,
  type Schema,
  schemasOf,
} from "@specwright/contract";
import type { Reader } from "@specwright/schemas";
import type { JsonValue, Source } from "@specwright/spec-loader";
import type { ValueCode } from "./value-diagnostics.ts";

/** An example or default of a document. */
export interface CarriedValue {
  readonly code: ValueCode;
  readonly schema: Schema | undefined;
  readonly value: JsonValue;
  readonly source: Source;
  /**
   * The side that receives the value: that of the request, or that of the response. Members that this side
   * does not receive may be missing.
   */
  readonly reader?: Reader;
}

/** Lists the examples and defaults of a contract. */
export function carriedValues(contract: Contract): readonly CarriedValue[] {
  const operations = contract.operations.flatMap((each) => operationValues(each, "request"));
  const webhooks = contract.webhooks.flatMap((each) => operationValues(each, "response"));
  const messages = contract.messages.flatMap(({ payload, examples }) =>
    exampleValues(examples, payload?.schema),
  );
  const schemas = [...schemasOf(contract).keys()].flatMap(schemaValues);
  return [...operations, ...webhooks, ...messages, ...schemas];
}

/** Lists the examples of an operation. `reader` is the side that receives the request of the operation. */
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
  return content === undefined
    ? exampleValues(examples, schema, reader)
    : mediaValues(content, reader);
}

/**
 * Lists the examples of a JSON media type. Other media types are skipped, because their examples may be
 * texts.
 */
function mediaValues({ mediaType, schema, examples }: MediaType, reader: Reader) {
  return isJsonMediaType(mediaType) ? exampleValues(examples, schema, reader) : [];
}

function exampleValues(
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

// The examples in a document for its named schemas.

import type { Contract, Declaration, HttpOperation, MediaType } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";

/** An example, and its schema. */
export interface DocumentExample {
  readonly declaration: Declaration;
  readonly value: JsonValue;
  readonly pointer: string;
}

/** Lists the examples of declared schemas, JSON bodies and messages. */
export function documentExamples(contract: Contract): readonly DocumentExample[] {
  const ofSchemas = contract.declarations.flatMap((declaration) => {
    const { schema } = declaration;
    const values = schema.kind === "schema" ? (schema.examples ?? []) : [];
    return values.map((value) => ({ declaration, value, pointer: schema.source.pointer }));
  });
  const operations = [...contract.operations, ...contract.webhooks].flatMap(withCallbacks);
  const media = operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content }) => content),
  ]);
  return [...ofSchemas, ...media.flatMap(mediaExamples), ...messageExamples(contract)];
}

function withCallbacks(operation: HttpOperation): HttpOperation[] {
  return [operation, ...[...operation.callbacks.values()].flat().flatMap(withCallbacks)];
}

function mediaExamples({ mediaType, declaration, examples }: MediaType): DocumentExample[] {
  if (declaration === undefined || !/[/+]json\b/.test(mediaType)) return [];
  return examples.map(({ value, source }) => ({ declaration, value, pointer: source.pointer }));
}

function messageExamples({ messages }: Contract): DocumentExample[] {
  return messages.flatMap(({ payload, examples }) =>
    payload === undefined
      ? []
      : examples.map(({ value, source }) => ({
          declaration: payload,
          value,
          pointer: source.pointer,
        })),
  );
}

// A client of a document, generated with choices and loaded.

import { mkdirSync, writeFileSync } from "node:fs";
import type { ValueTypes } from "@specwright/contract";
import { buildContract, type Relaxation } from "@specwright/contract";
import {
  clientEmitter,
  codecEmitter,
  descriptorsEmitter,
  typesEmitter,
  zodEmitter,
} from "@specwright/emit";
import { type AnswerChecks, emit } from "@specwright/emit/print";
import type {
  CallOptions,
  RestTransport,
  ValidatingCodec,
  WebhookDescriptor,
} from "@specwright/runtime/codegen";
import type { SafeParser } from "@specwright/runtime/testing";
import { loadSpecification } from "@specwright/spec-loader";

/** The relaxations, and the types of values. */
export type Choices = Relaxation & AnswerChecks & ValueTypes;

/** The code of a document. */
export interface GeneratedClient {
  /** The files by their paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** Calls an operation by the name of its function. */
  call(name: string, transport: RestTransport, options?: CallOptions): Promise<unknown>;
  readonly webhooks: readonly WebhookDescriptor[];
  codec(type: string): ValidatingCodec<unknown>;
  zod(type: string): SafeParser<unknown>;
}

/** Generates the client of a document into a folder, and loads it. */
export async function generatedClient(
  folder: URL,
  document: string,
  { formats, openEnums, ...options }: Choices,
): Promise<GeneratedClient> {
  const { specification } = await loadSpecification({
    file: "/specs/openapi.yaml",
    text: document,
  });
  const relaxation = {
    ...(formats !== undefined && { formats }),
    ...(openEnums !== undefined && { openEnums }),
  };
  const contract = specification && buildContract(specification, { relaxation }).contract;
  if (contract === undefined) throw new Error("the document cannot be read");
  const emitters = [
    typesEmitter(),
    codecEmitter(),
    zodEmitter(),
    descriptorsEmitter(),
    clientEmitter(),
  ];
  const { files } = await emit(contract, emitters, options);
  mkdirSync(folder, { recursive: true });
  for (const { path, content } of files) writeFileSync(new URL(path, folder), content);
  const load = (path: string): Promise<Readonly<Record<string, unknown>>> =>
    import(/* @vite-ignore */ new URL(path, folder).href);
  const [client, codecs, schemas, webhooks] = [
    await load("client.ts"),
    await load("codec.ts"),
    await load("schemas.ts"),
    await load("webhooks.ts"),
  ];
  return {
    texts: new Map(files.map(({ path, content }) => [path, content])),
    call: (name, transport, callOptions) =>
      (
        client[name] as (
          transport: RestTransport,
          request: object,
          options?: CallOptions,
        ) => Promise<unknown>
      )(transport, {}, callOptions),
    webhooks: webhooks["webhooks"] as readonly WebhookDescriptor[],
    codec: (type) => codecs[`${type}Codec`] as ValidatingCodec<unknown>,
    zod: (type) => schemas[`${type}Schema`] as SafeParser<unknown>,
  };
}

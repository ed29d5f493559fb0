// `types.ts`: every declaration, operation and channel as types, and nothing else.

import type { HttpOperation } from "@specwright/contract";
import {
  type EmitContext,
  type Emitter,
  emitPart,
  type ImportSymbol,
  modules,
  runtimeModule,
} from "@specwright/emit-kit";
import { channelStatements } from "./channel-statements.ts";
import { createTypeReader } from "./create-type-reader.ts";
import { declarationStatement } from "./declaration-statement.ts";
import { enumObject } from "./enum-object.ts";
import { operationStatements } from "./operation-statements.ts";
import { emitPaths } from "./paths-module.ts";

/** Options for `typesEmitter`. */
export interface TypesOptions {
  /**
   * Whether to write `paths.ts`, the types for openapi-fetch, for OpenAPI documents. Default false.
   */
  readonly paths?: boolean;
  /**
   * Whether a named enum is also an object with its values, under the name of its type. The file
   * then has values, and not only types. Default false.
   */
  readonly enumObjects?: boolean;
}

/** Creates the emitter of `types.ts`. With `paths` it needs the specification, see `emit`. */
export function typesEmitter({ paths = false, enumObjects = false }: TypesOptions = {}): Emitter {
  return {
    name: "types",
    emit: async (context) => {
      emitTypes(context, enumObjects);
      if (paths && context.contract.format === "openapi") await emitPaths(context);
    },
  };
}

function emitTypes(context: EmitContext, enumObjects: boolean): void {
  const { contract, names, int64, valueTypes } = context;
  const file = context.typescript(modules.types.slice("./".length));
  const runtimeType = (name: string): ImportSymbol => file.importType(name, runtimeModule);
  const options = { int64, valueTypes, runtimeType };
  const reader = createTypeReader(contract, names, options, context.report);
  for (const declaration of contract.declarations) {
    emitPart(declaration.schema.source, () => {
      file.print(declarationStatement(reader, declaration));
      const values = enumObjects ? enumObject(reader, declaration) : undefined;
      if (values !== undefined) file.print(values);
    });
  }
  for (const operation of [...contract.operations, ...contract.webhooks].flatMap(withCallbacks)) {
    emitPart(operation.source, () => {
      for (const statement of operationStatements(reader, names, operation)) file.print(statement);
    });
  }
  for (const channel of contract.channels) {
    emitPart(channel.source, () => {
      for (const statement of channelStatements(context, reader, channel)) file.print(statement);
    });
  }
}

function withCallbacks(operation: HttpOperation): HttpOperation[] {
  return [operation, ...[...operation.callbacks.values()].flat().flatMap(withCallbacks)];
}

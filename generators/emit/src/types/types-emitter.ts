// `types.ts`: every declaration, operation and channel as types, and nothing else.

import type { HttpOperation } from "@specwright/contract";
import { emitPart } from "../print/emit-failure.ts";
import type { EmitContext, Emitter } from "../print/emitter.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import type { ImportSymbol, Printable } from "../print/printable.ts";
import { requestForms, responseForms, type TypeForms } from "../print/type-forms.ts";
import { channelStatements } from "./channel-statements.ts";
import { createTypeReader } from "./create-type-reader.ts";
import { declarationStatement } from "./declaration-statement.ts";
import { enumObject } from "./enum-object.ts";
import { compilerPackage, findCompiler } from "./openapi-typescript/compiler.ts";
import { requestStatement } from "./operation-statements.ts";
import { emitPaths } from "./paths-module.ts";
import { responseStatement } from "./response-type.ts";
import type { TypeReader } from "./type-reader.ts";

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
    ...(paths && findCompiler() === undefined && { packages: [compilerPackage] }),
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
  const options = { int64, valueTypes, defaults: context.defaults, runtimeType };
  const reader = createTypeReader(contract, names, { ...options, form: "read" }, context.report);
  // The first reader has reported every problem.
  const writer = createTypeReader(contract, names, { ...options, form: "written" }, () => {});
  const print = (
    { read, written }: TypeForms,
    statement: (by: TypeReader, name: string) => Printable,
  ): void => {
    file.print(statement(reader, read));
    if (written !== read) file.print(statement(writer, written));
  };
  for (const declaration of contract.declarations) {
    emitPart(declaration.schema.source, () => {
      const forms = { read: names.type(declaration), written: names.written(declaration) };
      print(forms, (by) => declarationStatement(by, declaration));
      const values = enumObjects ? enumObject(reader, declaration) : undefined;
      if (values !== undefined) file.print(values);
    });
  }
  for (const operation of [...contract.operations, ...contract.webhooks].flatMap(withCallbacks)) {
    emitPart(operation.source, () => {
      print(requestForms(context, operation), (by, name) => requestStatement(by, name, operation));
      print(responseForms(context, operation), (by, name) =>
        responseStatement(by, name, operation),
      );
    });
  }
  for (const channel of contract.channels) {
    emitPart(channel.source, () => {
      for (const { forms, statement } of channelStatements(context, channel))
        print(forms, statement);
    });
  }
}

function withCallbacks(operation: HttpOperation): HttpOperation[] {
  return [operation, ...[...operation.callbacks.values()].flat().flatMap(withCallbacks)];
}

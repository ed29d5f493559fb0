// Prints `types.ts`: types for every declaration, operation and channel. By default, the file contains no
// values.

import {
  constantValue,
  type Declaration,
  type HttpOperation,
  listedValues,
  reservedNames,
} from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { codeSpan, docComment } from "../print/doc-comment.ts";
import { emitPart } from "../print/emit.ts";
import type { EmitContext, Emitter } from "../print/emitter.ts";
import { literal, propertyKey } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { block, code, type ImportSymbol, list, type Printable } from "../print/printable.ts";
import { requestForms, responseForms, type TypeForms } from "../print/type-forms.ts";
import { channelStatements } from "./channel-statements.ts";
import { createTypeReader } from "./create-type-reader.ts";
import { createGenericTypes, createParameterNames } from "./generic-types.ts";
import { schemaDoc } from "./object-type.ts";
import { compilerPackage, findCompiler } from "./openapi-typescript/compiler.ts";
import { requestStatement, responseStatement } from "./operation-statements.ts";
import { emitPaths } from "./paths-module.ts";
import { createRepeatedTypes } from "./repeated-types.ts";
import { createSharedObjects, type SharedObjects } from "./shared-objects.ts";
import { printMembers, printMemberType, printType, typeName } from "./type-expression.ts";
import type { DeclaredType, TypeParameter, TypeReader } from "./type-reader.ts";

/** Options for `typesEmitter`. */
export interface TypesOptions {
  /** For OpenAPI documents: whether to write `paths.ts`, the types for openapi-fetch. Default false. */
  readonly paths?: boolean;
  /**
   * Whether a named enum is also an object that lists its values. The object has the same name as the type.
   * Default false, so the file contains only types.
   */
  readonly enumObjects?: boolean;
}

/** Creates the emitter of `types.ts`. For `paths.ts`, `emit` needs the specification as an argument. */
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
  const { contract, names, int64, valueTypes, parts } = context;
  const file = context.typescript(modules.types.slice("./".length));
  const runtimeType = (name: string): ImportSymbol => file.importType(name, runtimeModule);
  const { defaults } = context;
  const options = { document: contract.file, int64, valueTypes, defaults, runtimeType };
  const operations = [...contract.operations, ...contract.webhooks].flatMap(withCallbacks);
  const channels = contract.channels.map((channel) => ({
    channel,
    statements: emitPart(channel.source, () => channelStatements(context, channel)),
  }));
  const declared = contract.declarations.map((declaration) => ({
    declaration,
    forms: { read: names.type(declaration), written: names.written(declaration) },
  }));
  const forms = [
    ...declared.map((each) => each.forms),
    ...operations.flatMap((each) => [requestForms(context, each), responseForms(context, each)]),
    ...channels.flatMap(({ statements }) => statements.map((each) => each.forms)),
  ];
  const taken = new Set([
    ...reservedNames,
    ...forms.flatMap(({ read, written }) => [read, written]),
  ]);
  const parameterName = createParameterNames(taken);
  const readerOf = (form: "read" | "written", report: EmitContext["report"]): TypeReader => {
    const reader = createTypeReader(contract, names, { ...options, form }, report);
    return { ...reader, declared: createGenericTypes(contract, reader, parameterName) };
  };
  const reader = readerOf("read", context.report);
  // `reader` has already reported all problems.
  const writer = readerOf("written", () => {});
  const print = (
    { read, written }: TypeForms,
    statement: (by: TypeReader, name: string) => Printable,
  ): void => {
    file.print(statement(reader, read));
    if (written !== read) file.print(statement(writer, written));
  };
  // If each schema has its own file, a shared object would change that file when a different schema
  // changes.
  const isWhole = parts.split === undefined;
  const objects = createSharedObjects(taken);
  const repeated = isWhole
    ? countTypes(declared, { reader, writer }, objects)
    : new Map<string, string>();
  for (const { declaration, forms } of declared) {
    file.inPart(parts.declaration(declaration), () => {
      emitPart(declaration.schema.source, () => {
        print(forms, (by, name) => {
          const first = repeated.get(name);
          const type: DeclaredType =
            first === undefined
              ? objects.share(by.declared(declaration))
              : { kind: "alias", type: typeName(first) };
          return declarationStatement(by, declaration, type);
        });
        const values = enumObjects ? enumObject(reader, declaration) : undefined;
        if (values !== undefined) file.print(values);
      });
    });
  }
  for (const statement of objects.statements()) file.print(statement);
  for (const operation of operations) {
    file.inPart(parts.operation(operation), () => {
      emitPart(operation.source, () => {
        print(requestForms(context, operation), (by, name) =>
          requestStatement(by, name, operation),
        );
        print(responseForms(context, operation), (by, name) =>
          responseStatement(by, name, operation),
        );
      });
    });
  }
  for (const { channel, statements } of channels) {
    file.inPart(parts.channel(channel), () => {
      emitPart(channel.source, () => {
        for (const { forms, statement } of statements) print(forms, statement);
      });
    });
  }
}

interface Declared {
  readonly declaration: Declaration;
  readonly forms: TypeForms;
}

interface Readers {
  readonly reader: TypeReader;
  readonly writer: TypeReader;
}

/**
 * Counts the objects in all types. Returns a map from the name of each repeated type to the name of the
 * first equal type.
 */
function countTypes(
  declared: readonly Declared[],
  { reader, writer }: Readers,
  objects: SharedObjects,
): ReadonlyMap<string, string> {
  const findRepeated = createRepeatedTypes();
  const repeated = new Map<string, string>();
  for (const { declaration, forms } of declared) {
    emitPart(declaration.schema.source, () => {
      for (const by of forms.written === forms.read ? [reader] : [reader, writer]) {
        const type = by.declared(declaration);
        const first = findRepeated(declaration, type, by.name(declaration));
        if (first === undefined) objects.count(type);
        else repeated.set(by.name(declaration), first);
      }
    });
  }
  return repeated;
}

function withCallbacks(operation: HttpOperation): HttpOperation[] {
  return [operation, ...[...operation.callbacks.values()].flat().flatMap(withCallbacks)];
}

/** Prints the interface or alias of a declaration. */
function declarationStatement(
  reader: TypeReader,
  declaration: Declaration,
  type: DeclaredType,
): Printable {
  const { schema } = declaration;
  const name = reader.name(declaration);
  const isRead = reader.options.form === "read";
  const text = isRead ? schemaDoc(schema) : { text: writtenDoc(declaration.name) };
  // The comment omits where this type is in the document: a reader finds the operation through the request
  // type, which has the operation's name.
  const isOfOperation = schema.source.pointer.startsWith("/paths/");
  const doc = docComment({
    ...text,
    generatedFrom: isOfOperation ? undefined : schema.source,
    document: reader.options.document,
  });
  const parameters = printParameters(type.parameters ?? []);
  if (type.kind === "alias")
    return code`${doc}export type ${name}${parameters} =${printMemberType(type.type)};`;
  const parents = type.parents.map((parent, at) => [
    at === 0 ? " extends " : ", ",
    printType(parent),
  ]);
  return code`${doc}export interface ${name}${parameters}${parents} ${block("{", printMembers(type.members), "}")}`;
}

function printParameters(parameters: readonly TypeParameter[]): Printable {
  if (parameters.length === 0) return "";
  return list(
    "<",
    parameters.map(({ name, preset }) => [name, " = ", printType(preset)]),
    ">",
  );
}

function writtenDoc(name: string): string {
  return `${codeSpan(name)} as the sender writes it: properties with a default are optional.`;
}

// Prints the values of an enum as an object, for code that lists or compares them at run time.

/**
 * Prints an object with the values of an enum, such as `export const Color = { red: "red" } as const`, with
 * the name of the enum's type. Returns undefined if the declaration does not list strings or numbers. The
 * keys are the names in `x-enum-varnames`, or otherwise the values.
 */
function enumObject(reader: TypeReader, declaration: Declaration): Printable | undefined {
  const { schema } = declaration;
  if (schema.kind === "boolean" || schema.enum === undefined || schema.ref !== undefined)
    return undefined;
  const values = (listedValues(schema) ?? []).filter((value) => value !== null);
  const names = enumKeys(schema.extensions.get("x-enum-varnames"), values);
  if (names === undefined || values.length === 0) return undefined;
  const members = values.map((value, index) => {
    const constant = constantValue(schema, value, reader.options.int64);
    // Compilers with an older target reject a bigint literal as a value, but accept it as a type.
    const start = typeof constant === "bigint" ? `BigInt("${constant}") as ` : "";
    return `${propertyKey(names[index] ?? String(value))}: ${start}${literal(constant)},`;
  });
  const doc = docComment({ text: `The values of \`${reader.name(declaration)}\`.` });
  return code`${doc}export const ${reader.name(declaration)} = ${block("{", members, "}")} as const;`;
}

/**
 * Returns a unique key for each value. Returns undefined if a value is neither a string nor a number, or if
 * two keys would be equal.
 */
function enumKeys(
  given: JsonValue | undefined,
  values: readonly JsonValue[],
): readonly string[] | undefined {
  if (!values.every((value) => ["string", "number", "bigint"].includes(typeof value)))
    return undefined;
  const names = Array.isArray(given) && given.length === values.length ? given.map(String) : [];
  if (new Set(names).size === values.length) return names;
  const texts = values.map(String);
  return new Set(texts).size === texts.length ? texts : undefined;
}

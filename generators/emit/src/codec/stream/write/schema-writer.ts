// Creates the fast writer of a schema. A writer may give up on any value, and the codec then writes the
// value. But a writer must never write a value that the schema rejects. So a schema with an unknown keyword
// has no fast writer.

import {
  assertions,
  type Declaration,
  dereference,
  isAnything,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";
import { docComment } from "../../../print/doc-comment.ts";
import { modules } from "../../../print/modules.ts";
import { block, list, type Printable } from "../../../print/printable.ts";
import { codecName } from "../../../rules/declared-codecs.ts";
import { valueType } from "../../codec-types.ts";
import { findForms } from "../../form/find-forms.ts";
import type { Printer } from "../../printer.ts";
import { hasOnly } from "../../schema/has-only.ts";
import type { Constants } from "../constants.ts";
import { uniqueNames } from "../unique-names.ts";
import { arrayWriter } from "./array-writer.ts";
import { objectWriter } from "./object-writer.ts";
import { printSteps } from "./print-steps.ts";
import { integerWriter, numberWriter, stringWriter } from "./scalar-writer.ts";
import { nullableWriter, unionWriter } from "./union-writer.ts";
import { constantWriter } from "./word-writer.ts";
import { callWriter, type Scope, type Step, type WritePrinter, type Writer } from "./writer.ts";

/**
 * Creates the printer for the writers of one module. The printer passes each statement to `print`. `name`
 * returns a name that is not in use.
 */
export function createWritePrinter(
  printer: Printer,
  print: (...parts: readonly Printable[]) => void,
  constants: Constants,
  name: (wanted: string) => string,
): WritePrinter {
  const known = new Map<Declaration, Writer | undefined>();
  const isFormed = findForms(printer);
  const self: WritePrinter = {
    printer,
    constants,
    print,
    name,
    writer: (schema, wanted) => schemaWriter(self, schema, wanted),
    declared: (declaration) => {
      // The codec writes these values, because it converts them to their type in JSON.
      if (isFormed(declaration.schema)) return undefined;
      if (!known.has(declaration)) known.set(declaration, declaredWriter(self, declaration));
      return known.get(declaration);
    },
  };
  return self;
}

/**
 * Prints the function that writes a whole value of a declaration as text, and returns its name. Returns
 * undefined if only the codec can write the value.
 */
export function printWholeWriter(
  print: WritePrinter,
  declaration: Declaration,
): Printable | undefined {
  const steps = print.declared(declaration)?.("value", createScope());
  if (steps === undefined) return undefined;
  const [only] = steps;
  if (steps.length === 1 && only?.kind === "value" && only.callee !== undefined) return only.callee;
  const lines = printSteps(print, steps);
  const name = print.name(`write${print.printer.names.type(declaration)}Text`);
  printFunction(print, name, declaration, lines);
  return name;
}

/** Creates the writer of a declared schema. A writer with several steps gets its own function. */
function declaredWriter(print: WritePrinter, declaration: Declaration): Writer | undefined {
  // The codec writes recursive schemas, because it limits how deeply values are nested.
  if (declaration.recursive) return undefined;
  const type = print.printer.names.type(declaration);
  const writer = ownWriter(print, declaration.schema, type);
  if (writer === undefined) return undefined;
  const steps = writer("value", createScope());
  if (areShortSteps(steps)) return writer;
  const lines = printSteps(print, steps);
  const name = print.name(`write${type}`);
  printFunction(print, name, declaration, lines);
  return callWriter(name);
}

/**
 * Reports whether the steps are short. Short steps are printed at each use, instead of a function call.
 */
function areShortSteps(steps: readonly Step[]): boolean {
  const [only] = steps;
  if (steps.length > 1) return false;
  return only?.kind !== "branches" || only.branches.length <= 2;
}

function printFunction(
  print: WritePrinter,
  name: string,
  declaration: Declaration,
  lines: readonly Printable[],
): void {
  const type = valueType(print.printer, print.printer.names.type(declaration));
  const parameters = list("(", [["value: ", type], "to: number"], ")");
  const head = [`function ${name}`, parameters, ": number "];
  print.print(
    docComment({ generatedFrom: declaration.schema.source }),
    ...head,
    block("{", appendReturn(lines), "}"),
  );
}

/** Appends a statement that returns the offset after the last write. */
function appendReturn(lines: readonly Printable[]): readonly Printable[] {
  const last = lines.at(-1);
  if (typeof last === "object" && "length" in last && last[0] === "to = ") {
    return [...lines.slice(0, -1), ["return ", ...last.slice(1)]];
  }
  if (typeof last === "string" && last.startsWith("to = ")) {
    return [...lines.slice(0, -1), `return ${last.slice("to = ".length)}`];
  }
  return [...lines, "return to;"];
}

function schemaWriter(print: WritePrinter, schema: Schema, name: string): Writer | undefined {
  const target = dereference(schema);
  const declaration = print.printer.contract.declarationOf(target);
  if (declaration === undefined) return ownWriter(print, target, name);
  return print.declared(declaration) ?? throughCodec(print, declaration);
}

function throughCodec({ printer }: WritePrinter, declaration: Declaration): Writer {
  const codec = printer.file.import(codecName(printer, declaration), modules.codec);
  return callWriter("writeThrough", codec);
}

function ownWriter(print: WritePrinter, schema: Schema, name: string): Writer | undefined {
  if (isAnything(schema)) return callWriter("writeAny");
  if (schema.kind === "boolean") return undefined;
  const words = assertions(schema);
  if (words.has("const") || words.has("enum")) return constantWriter(print, schema, name);
  if (schema.types === undefined) return unionWriter(print, schema, name);
  const types = schema.types.filter((each) => each !== "null");
  const [only] = types;
  if (types.length !== 1 || only === undefined) return undefined;
  const { types: _, ...rest } = schema;
  const writer = typedWriter(print, { ...rest, types: [only] }, name);
  return writer !== undefined && schema.types.length > 1 ? nullableWriter(writer) : writer;
}

function typedWriter(print: WritePrinter, schema: ObjectSchema, name: string): Writer | undefined {
  switch (schema.types?.[0]) {
    case "boolean":
      return hasOnly(schema, ["types"]) ? callWriter("writeBoolean") : undefined;
    case "integer":
      return integerWriter(print, schema);
    case "number":
      return numberWriter(print, schema);
    case "string":
      return stringWriter(print, schema);
    case "array":
      return arrayWriter(print, schema, name);
    case "object":
      return objectWriter(print, schema, name);
    default:
      return undefined;
  }
}

/** Creates the variable names of a function. The names of its parameters count as used. */
export function createScope(): Scope {
  return { name: uniqueNames(new Set(["value", "to"])) };
}

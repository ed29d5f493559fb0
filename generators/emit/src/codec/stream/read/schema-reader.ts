// Creates the fast reader of a schema. A reader may give up on any text, and the codec then reads the text.
// But a reader must never accept a text that the schema rejects. So a schema with an unknown keyword has no
// fast reader.

import {
  assertions,
  type Declaration,
  dereference,
  isAnything,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";
import { modules } from "../../../print/modules.ts";
import type { Printable } from "../../../print/printable.ts";
import { codecName } from "../../../rules/declared-codecs.ts";
import { impliedTypes } from "../../../rules/implied-types.ts";
import { valueType } from "../../codec-types.ts";
import { findForms } from "../../form/find-forms.ts";
import type { Printer } from "../../printer.ts";
import { hasOnly } from "../../schema/has-only.ts";
import type { Constants } from "../constants.ts";
import { objectReader } from "./object-reader.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";
import { integerReader, numberReader, stringReader } from "./scalar-reader.ts";
import { nullableReader, unionReader } from "./union-reader.ts";
import { wordReader } from "./word-reader.ts";

/** Creates the printer for the readers of one module. The printer passes each statement to `print`. */
export function createReadPrinter(
  printer: Printer,
  print: (...parts: readonly Printable[]) => void,
  constants: Constants,
  name: (wanted: string) => string,
): ReadPrinter {
  const known = new Map<Declaration, Reader | undefined>();
  const isFormed = findForms(printer);
  const self: ReadPrinter = {
    printer,
    constants,
    print,
    reader: (schema, name) => schemaReader(self, schema, name),
    declared: (declaration) => {
      // The codec reads recursive schemas, because it limits how deeply values are nested. It also reads
      // schemas whose values have a different type than in JSON, because it converts them.
      if (declaration.recursive || isFormed(declaration.schema))
        return throughCodec(self, declaration);
      if (!known.has(declaration)) {
        known.set(declaration, declaredReader(self, declaration));
      }
      return known.get(declaration);
    },
    name,
  };
  return self;
}

/**
 * Creates the reader of a declared schema. The reader is a function of the module, or it passes the text of
 * the value to the codec of the schema.
 */
function declaredReader(print: ReadPrinter, declaration: Declaration): Reader {
  const { schema } = declaration;
  const name = print.printer.names.type(declaration);
  const type = valueType(print.printer, name);
  const reader = schema.kind === "boolean" ? undefined : ownReader(print, schema, name, type);
  if (reader === undefined) return throughCodec(print, declaration);
  // The reader of a constant keeps the literal as its type.
  return reader.word === undefined ? { ...reader, type } : reader;
}

function throughCodec(print: ReadPrinter, declaration: Declaration): Reader {
  const name = print.printer.names.type(declaration);
  const codec = print.printer.file.import(codecName(print.printer, declaration), modules.codec);
  const type = valueType(print.printer, name);
  return expressionReader(["readThrough(", codec, ")"], type);
}

function schemaReader(print: ReadPrinter, schema: Schema, name: string): Reader | undefined {
  const target = dereference(schema);
  const declaration = print.printer.contract.declarationOf(target);
  if (declaration !== undefined) return print.declared(declaration);
  if (target.kind === "schema") return ownReader(print, target, name, undefined);
  return target.value ? functionReader("readAny", "unknown") : undefined;
}

function ownReader(
  print: ReadPrinter,
  schema: ObjectSchema,
  name: string,
  type: Printable | undefined,
): Reader | undefined {
  if (isAnything(schema)) {
    // Keywords can imply a type, and `unknown` would then be too wide.
    return impliedTypes(schema).length > 0 ? undefined : functionReader("readAny", "unknown");
  }
  const words = assertions(schema);
  if (words.has("const") || words.has("enum")) return wordReader(print, schema, name);
  if (schema.types === undefined) return unionReader(print, schema, name);
  const types = schema.types.filter((each) => each !== "null");
  const [only] = types;
  if (types.length !== 1 || only === undefined) return undefined;
  const { types: _, ...rest } = schema;
  const single: ObjectSchema = { ...rest, types: [only] };
  const reader = typedReader(
    print,
    single,
    name,
    types.length === schema.types.length ? type : undefined,
  );
  return reader !== undefined && schema.types.length > 1 ? nullableReader(reader) : reader;
}

function typedReader(
  print: ReadPrinter,
  schema: ObjectSchema,
  name: string,
  type: Printable | undefined,
): Reader | undefined {
  switch (schema.types?.[0]) {
    case "boolean":
      return hasOnly(schema, ["types"]) ? functionReader("readBoolean", "boolean") : undefined;
    case "integer":
      return integerReader(print, schema, name);
    case "number":
      return numberReader(print, schema);
    case "string":
      return stringReader(print, schema);
    case "array":
      return arrayReader(print, schema, name);
    case "object":
      return objectReader(print, schema, name, type);
    default:
      return undefined;
  }
}

function arrayReader(print: ReadPrinter, schema: ObjectSchema, name: string): Reader | undefined {
  if (!hasOnly(schema, ["types", "items", "minItems", "maxItems"])) return undefined;
  const { items, minItems, maxItems } = schema;
  const item =
    items === undefined ? functionReader("readAny", "unknown") : print.reader(items, `${name}Item`);
  if (item === undefined) return undefined;
  const type: Printable = ["(", item.type, ")[]"];
  if (minItems === undefined && maxItems === undefined) {
    return expressionReader(["readArray(", item.callback, ")"], type);
  }
  const limits = `${minItems ?? 0}, ${maxItems ?? "Infinity"}`;
  return expressionReader(["readArrayIn(", item.callback, `, ${limits})`], type);
}

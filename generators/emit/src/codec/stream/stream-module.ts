// Prints `codec/stream.ts`: codecs that read a message or a body in one pass. If they cannot read a text,
// they call the compact codec.

import type { Contract, Declaration } from "@specwright/contract";
import { docComment } from "../../print/doc-comment.ts";
import { modules, runtimeModule } from "../../print/modules.ts";
import { join, type Printable } from "../../print/printable.ts";
import type { TypeScriptFile } from "../../print/typescript-file.ts";
import { codecName } from "../../rules/declared-codecs.ts";
import { hasStreamCodecs } from "../../rules/stream-codecs.ts";
import { codecTypes } from "../codec-types.ts";
import type { Printer } from "../printer.ts";
import { createConstants } from "./constants.ts";
import { flatText } from "./flat-text.ts";
import { columnReader, hasColumns } from "./read/column-reader.ts";
import { createReadPrinter } from "./read/schema-reader.ts";
import { neededPrelude, streamModule, streamNames, withImports } from "./stream-runtime.ts";
import { uniqueNames } from "./unique-names.ts";
import { createWritePrinter, printWholeWriter } from "./write/schema-writer.ts";

/**
 * Prints the stream codecs of a contract into the file of the printer. If `isComplete` is true, prints
 * codecs for all messages and bodies.
 */
export function printStreamModule(printer: Printer, isComplete: boolean): void {
  const { file, contract } = printer;
  const statements: Statement[] = [];
  const name = uniqueNames(streamNames);
  const constants = createConstants(name);
  const add = (...parts: readonly Printable[]): void => {
    statements.push({ parts, text: flatText(parts) });
  };
  const print = (...parts: readonly Printable[]): void => {
    for (const constant of constants.takePending()) add(constant);
    add(...parts);
  };
  const readers = createReadPrinter(printer, print, constants, name);
  const writers = createWritePrinter(printer, print, constants, name);
  const codec = file.import("streamCodec", streamModule);
  for (const declaration of streamSchemas(contract, isComplete)) {
    const reader = readers.declared(declaration);
    const isFast = reader !== undefined && !flatText([reader.call]).startsWith("readThrough(");
    const writeText = printWholeWriter(writers, declaration);
    const columns = isFast ? columnReader(readers, declaration) : undefined;
    print(
      docComment({ generatedFrom: declaration.schema.source }),
      `export const ${printer.names.streamCodec(declaration)}: `,
      file.importType("StreamCodec", runtimeModule),
      codecTypes(printer, declaration),
      ...(columns === undefined
        ? []
        : [" &\n  ", file.importType("ColumnReader", runtimeModule), `<${columns.type}>`]),
      " =\n  /* @__PURE__ */ ",
      columns === undefined ? codec : file.import("columnStreamCodec", streamModule),
      "({\n  codec: ",
      file.import(codecName(printer, declaration), modules.codec),
      ",\n",
      ...(isFast && reader !== undefined
        ? ["  read: /* @__PURE__ */ readWhole(", reader.callback, "),\n"]
        : []),
      ...(columns === undefined
        ? []
        : [`  readColumns: /* @__PURE__ */ readWholeInto(${columns.read}),\n`]),
      ...(writeText === undefined
        ? []
        : ["  write: /* @__PURE__ */ writeWhole(", writeText, "),\n"]),
      "});",
    );
  }
  const kept = usedStatements(statements);
  const prelude = neededPrelude(kept.map(({ text }) => text));
  printStatements([...prelude.map((text) => ({ parts: text, text })), ...kept], file);
}

/** Prints statements, without blank lines between consecutive constants. */
function printStatements(statements: readonly Statement[], file: TypeScriptFile): void {
  let constants: Printable[] = [];
  const flush = (): void => {
    if (constants.length > 0) file.print(join("\n", constants));
    constants = [];
  };
  for (const { parts, text } of statements) {
    const printed = withImports(parts, text, file);
    if (text.startsWith("const ")) {
      constants.push(printed);
    } else {
      flush();
      file.print(printed);
    }
  }
  flush();
}

/** A printed statement of the module, and its text without line breaks. */
interface Statement {
  readonly parts: Printable;
  readonly text: string;
}

/**
 * Returns the exported statements, and the statements that they use directly or indirectly. Some statements
 * are unused: for example, the parts of a schema can have readers although the schema itself has none.
 */
function usedStatements(statements: readonly Statement[]): readonly Statement[] {
  const declaring = new Map<string, Statement>();
  for (const statement of statements) {
    const name = declaredName.exec(statement.text)?.[1];
    if (name !== undefined) declaring.set(name, statement);
  }
  const used = new Set(statements.filter(({ text }) => exported.test(text)));
  // The loop also visits the items that it adds to the set.
  for (const { text } of used) {
    for (const [word] of text.matchAll(names)) {
      const statement = declaring.get(word);
      if (statement !== undefined) used.add(statement);
    }
  }
  return statements.filter((statement) => used.has(statement));
}

const exported = /(?:^|\n| )export /;
const names = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
const declaredName =
  /(?:^|\n)(?:export )?(?:const|function|interface) ([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

/**
 * Lists the schemas that get stream codecs. If `isComplete` is true, these are the schemas of all messages
 * and bodies. Otherwise they are the schemas of messages on channels with bulk data, and the message
 * schemas that are read into columns.
 */
function streamSchemas(
  { channels, messages, operations, webhooks }: Contract,
  isComplete: boolean,
): ReadonlySet<Declaration> {
  const found = new Set<Declaration>();
  const inBulk = channels.filter(hasStreamCodecs).flatMap((channel) => channel.messages);
  const wanted = new Set(inBulk.map(({ payload }) => payload));
  for (const { payload } of messages) {
    if (payload === undefined) continue;
    if (isComplete || wanted.has(payload) || hasColumns(payload)) found.add(payload);
  }
  if (!isComplete) return found;
  for (const { requestBody, responses } of [...operations, ...webhooks]) {
    const media = [requestBody, ...responses].flatMap((body) => body?.content ?? []);
    for (const { declaration } of media) if (declaration !== undefined) found.add(declaration);
  }
  return found;
}

// `codec/stream.ts`: the one-pass codecs of every message and body, in front of the compact ones.

import type { Contract, Declaration } from "@specwright/contract";
import { docComment, modules, type Printable, runtimeModule } from "@specwright/emit-kit";
import type { Printer } from "../printer.ts";
import { columnReader } from "./read/column-reader.ts";
import { scannerParts } from "./read/scanner-source.ts";
import { createReadPrinter } from "./read/schema-reader.ts";
import { createWritePrinter, printWholeWriter } from "./write/schema-writer.ts";

/** Names the module of the run time that stream codecs stand on. */
const streamModule: string = `${runtimeModule}/stream`;

/** Prints the stream codecs of a contract into the printer's file. */
export function printStreamModule(printer: Printer): void {
  const { file, contract } = printer;
  const statements: Statement[] = [];
  const print = (...parts: readonly Printable[]): void => {
    statements.push({ parts, text: flatText(parts) });
  };
  const readers = createReadPrinter(printer, print);
  const writers = createWritePrinter(printer, print, readers.name);
  const codec = file.import("streamCodec", streamModule);
  for (const declaration of roots(contract)) {
    const name = printer.names.type(declaration);
    const type = file.importType(name, modules.types);
    const reader = readers.declared(declaration);
    const isFast = reader !== undefined && !flatText([reader.call]).startsWith("readThrough(");
    const writeText = printWholeWriter(writers, declaration);
    const columns = isFast ? columnReader(readers, declaration) : undefined;
    print(
      docComment({ generatedFrom: declaration.schema.source }),
      `export const ${printer.names.streamCodec(declaration)}: `,
      file.importType("StreamCodec", runtimeModule),
      "<",
      type,
      ">",
      ...(columns === undefined
        ? []
        : [" & ", file.importType("ColumnReader", runtimeModule), `<${columns.type}>`]),
      " = ",
      columns === undefined ? codec : file.import("columnStreamCodec", streamModule),
      "({\n  codec: ",
      file.import(printer.names.codec(declaration), modules.codec),
      ",\n",
      ...(isFast && reader !== undefined ? ["  read: readWhole(", reader.callback, "),\n"] : []),
      ...(columns === undefined ? [] : [`  readColumns: readWholeInto(${columns.read}),\n`]),
      ...(writeText === undefined ? [] : ["  write: writeWhole(", writeText, "),\n"]),
      "});",
    );
  }
  const kept = usedStatements(statements);
  const scanner = scannerParts(kept.map(({ text }) => text));
  for (const text of scanner.statements) file.print(withImports(text, scanner.imports, printer));
  for (const { parts } of kept) file.print(...parts);
}

/** Is a statement of the module, and its text without the breaks of its lines. */
interface Statement {
  readonly parts: readonly Printable[];
  readonly text: string;
}

/** Keeps what is exported and what that uses: a schema may turn out to have no reader when parts of it have theirs. */
function usedStatements(statements: readonly Statement[]): readonly Statement[] {
  const declaring = new Map<string, Statement>();
  for (const statement of statements) {
    const name = declaredName.exec(statement.text)?.[1];
    if (name !== undefined) declaring.set(name, statement);
  }
  const used = new Set(statements.filter(({ text }) => exported.test(text)));
  // It grows while it is walked.
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

/** Lists the schemas of messages and bodies, each once. */
function roots({ messages, operations, webhooks }: Contract): ReadonlySet<Declaration> {
  const found = new Set<Declaration>();
  for (const { payload } of messages) if (payload !== undefined) found.add(payload);
  for (const { requestBody, responses } of [...operations, ...webhooks]) {
    const media = [requestBody, ...responses].flatMap((body) => body?.content ?? []);
    for (const { declaration } of media) if (declaration !== undefined) found.add(declaration);
  }
  return found;
}

/** Makes the imported names in a text imports of the file. */
function withImports(text: string, names: readonly string[], { file }: Printer): Printable {
  if (names.length === 0) return text;
  const parts = text.split(new RegExp(`\\b(${names.join("|")})\\b`));
  return parts.map((part, index) => (index % 2 === 1 ? file.import(part, streamModule) : part));
}

function flatText(parts: readonly Printable[]): string {
  return parts
    .map((part): string => {
      if (typeof part === "string" || typeof part === "number") return String(part);
      if (!("kind" in part)) return flatText(part);
      if (part.kind === "import") return part.name;
      return part.kind === "line" ? part.text : flatText(part.parts);
    })
    .join("");
}

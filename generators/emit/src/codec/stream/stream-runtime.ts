// The names that generated stream modules use from the runtime, and their imports.

import { runtimeModule } from "../../print/modules.ts";
import type { Printable } from "../../print/printable.ts";
import type { TypeScriptFile } from "../../print/typescript-file.ts";

/** The runtime module that generated stream codecs import. */
export const streamModule: string = `${runtimeModule}/stream`;

const values: ReadonlySet<string> = new Set(
  `characterSet closeMembers columnStreamCodec entersArray findTag giveUp hasNextItem memberCount
  objectMembers readAny readFurther readMap readMembers readThrough readWhole readWholeInto
  readWord sharedScan sharedView skipSpace streamCodec text withOthers wordSet writeAny writeArray
  writeBigInteger writeBoolean writeDateTime writeInt64 writeInteger writeIntegerIn writeMap
  writeNull writeNumber writeOthers writeString writeStringOf writeThrough writeUint64 writeUuid
  writeWhole`.split(/\s+/),
);

/**
 * The functions that read single values. The generated module copies them into constants, because it calls
 * them often.
 */
const valueReaders =
  `readArray readArrayIn readBoolean readColumnUnits readDateTime readInt64 readInt64In readInteger
  readIntegerIn readNaturalInt64 readNull readNumber readNumberIn readOneOf readOneOfOpen
  readString readStringIn readStringOf readStringThat readTimeInt64 readUuid`.split(/\s+/);

const types: ReadonlySet<string> = new Set(["ObjectMembers", "Scan", "Text", "WordSet"]);

/**
 * Declarations that are printed at the top of a stream module if it uses them. The routines are constants,
 * because V8 checks at each call that a declared function was not replaced. `accept` reads the fields of
 * its argument one by one: a destructured parameter takes more bytecode, and V8 inlines only a limited
 * amount of bytecode.
 */
const prelude: Readonly<Record<string, string>> = {
  scan: "// Constants of the module itself: V8 does not fold imported ones.\nconst scan: Scan = sharedScan;",
  view: "const view: DataView = sharedView;",
  ...Object.fromEntries(valueReaders.map((name) => [name, `const ${name} = runtime.${name};`])),
  isByte: `/** Reports whether an offset holds a byte. */
const isByte = (at: number, byte: number): boolean => view.getUint8(at) === byte;`,
  isHalf: `/** Reports whether four bytes at an offset are equal to a word. */
const isHalf = (at: number, word: number): boolean => view.getInt32(at, true) === word;`,
  is: `/** Reports whether eight bytes at an offset are equal to a word. */
const is = (at: number, word: number): boolean => view.getFloat64(at, true) === word;`,
  isLong: `/** Reports whether an offset holds a text of 17 to 32 bytes. */
const isLong = (at: number, { a, b, c, d }: Text, length: number): boolean =>
  is(at, a) && is(at + 8, b) && is(at + length - 16, c) && is(at + length - 8, d);`,
  acceptShort: `/** Moves past a text of 4 to 8 bytes; returns false, without moving, if it is not there. */
const acceptShort = (word: Text): boolean => {
  if (!isHalf(scan.at, word.head) || !isHalf(scan.at + word.length - 4, word.tail)) return false;
  scan.at += word.length;
  return true;
};`,
  accept: `/** Moves past a text of 9 to 16 bytes; returns false, without moving, if it is not there. */
const accept = (word: Text): boolean => {
  if (!is(scan.at, word.a) || !is(scan.at + word.length - 8, word.d)) return false;
  scan.at += word.length;
  return true;
};`,
  acceptLong: `/** Moves past a text of 17 to 32 bytes; returns false, without moving, if it is not there. */
const acceptLong = (word: Text): boolean => {
  const end = scan.at + word.length;
  if (!is(scan.at, word.a) || !is(scan.at + 8, word.b)) return false;
  if (!is(end - 16, word.c) || !is(end - 8, word.d)) return false;
  scan.at = end;
  return true;
};`,
  endObject: `/** Moves past the closing brace of an object, and reads any members before it. */
const endObject = <Value extends object>(
  value: Value,
  members: ObjectMembers<unknown[], unknown[]>,
): Value => {
  if (!isByte(scan.at, 0x7d)) return readFurther(value, members);
  scan.at += 1;
  return value;
};`,
  storeByte: `/** Stores a byte, and returns the next offset. */
const storeByte = (to: number, byte: number): number => {
  view.setUint8(to, byte);
  return to + 1;
};`,
  storeShort: `/** Stores a text of up to 8 bytes, and returns the next offset. */
const storeShort = (to: number, { a, length }: Text): number => {
  view.setFloat64(to, a, true);
  return to + length;
};`,
  store: `/** Stores a text of 9 to 16 bytes, and returns the next offset. */
const store = (to: number, { a, d, length }: Text): number => {
  view.setFloat64(to, a, true);
  view.setFloat64(to + length - 8, d, true);
  return to + length;
};`,
  storeLong: `/** Stores a text of 17 to 32 bytes, and returns the next offset. */
const storeLong = (to: number, { a, b, c, d, length }: Text): number => {
  view.setFloat64(to, a, true);
  view.setFloat64(to + 8, b, true);
  view.setFloat64(to + length - 16, c, true);
  view.setFloat64(to + length - 8, d, true);
  return to + length;
};`,
};

/** The names that a stream module imports from the runtime or declares itself. */
export const streamNames: ReadonlySet<string> = new Set([
  ...values,
  ...types,
  "runtime",
  ...Object.keys(prelude),
]);

/** Selects the declarations that the statements of a module need at its top. */
export function neededPrelude(statements: readonly string[]): readonly string[] {
  const used = new Set(statements.flatMap((statement) => [...statementWords(statement)]));
  const needed: string[] = [];
  // A declaration uses only declarations before it.
  for (const [name, declaration] of Object.entries(prelude).reverse()) {
    if (!used.has(name)) continue;
    needed.push(declaration);
    for (const word of statementWords(declaration)) used.add(word);
  }
  return needed.reverse();
}

/** Replaces the runtime's names in a statement by imports. `text` is the text of the whole statement. */
export function withImports(parts: Printable, text: string, file: TypeScriptFile): Printable {
  // Words in a regular expression are not imported names.
  if (text.startsWith("const pattern")) return parts;
  if (typeof parts === "string") {
    return parts.split(tokens).map((part) => {
      if (values.has(part)) return file.import(part, streamModule);
      if (part === "runtime") return file.importNamespace(part, streamModule);
      return types.has(part) ? file.importType(part, streamModule) : part;
    });
  }
  if (typeof parts === "number") return parts;
  if (!("kind" in parts)) return parts.map((part) => withImports(part, text, file));
  if (parts.kind === "import") return parts;
  // Words in a comment are not imported names.
  if (parts.kind === "fill") return parts;
  return { ...parts, parts: parts.parts.map((part) => withImports(part, text, file)) };
}

/**
 * Matches a string, a comment or a property name after a dot as one token. Matches every other name as a
 * token.
 */
const tokens =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/.*|\/\*[\s\S]*?\*\/|\.[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*)/;

function statementWords(text: string): ReadonlySet<string> {
  return new Set(text.startsWith("const pattern") ? [] : text.split(tokens));
}

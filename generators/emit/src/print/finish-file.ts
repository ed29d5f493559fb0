// Joins the text of a file: its header, its imports and its statements. The imports are the symbols that
// the statements contain.

import { compareCodePoints } from "@specwright/spec-loader";
import { stringLiteral } from "./literal.ts";
import { type PrintedText, printLayout } from "./print-layout.ts";
import { concat, type ImportSymbol, list, type Printable } from "./printable.ts";

/** The parts of a file, except its statements. */
export interface FileParts {
  /** The first line of the file. */
  readonly header: string;
  /** The names that imports must not use. */
  readonly reserved: ReadonlySet<string>;
  /** Imports that the statements use as plain text, without a symbol. Their names cannot change. */
  readonly fixed?: readonly ImportSymbol[];
  /** Whether the file is in a folder of the output folder. The output folder is then `..`. */
  readonly isInFolder?: boolean;
}

/** The value of `from` in symbols that the file itself declares. */
export const ownModule = "";

/** Returns the text of a file. */
export function finishFile(
  statements: readonly PrintedText[],
  { header, reserved, fixed = [], isInFolder = false }: FileParts,
): string {
  const used = usedImports(statements);
  const body = statements.map(({ text }) => text);
  const own = body.flatMap((text) => topDeclarations(text).map(({ name }) => name));
  const taken = new Set([...reserved, ...own, ...fixed.map(({ name }) => name)]);
  const { names, clash } = localNames(used, taken);
  // A fixed import refers to a part of the same file. A part can have the same name as a file of the
  // output.
  const isPart = (symbol: ImportSymbol): boolean => fixed.includes(symbol);
  const nameOf = (symbol: ImportSymbol): string =>
    (isPart(symbol) ? undefined : names.get(importKey(symbol))) ?? symbol.name;
  const isRenamed = (symbol: ImportSymbol): boolean => nameOf(symbol) !== symbol.name;
  const renamed = new Set(clash ? printedSymbols(statements).filter(isRenamed) : []);
  // Most texts contain no renamed import and do not change.
  const final = statements.map((each) =>
    each.imports.some(({ symbol }) => renamed.has(symbol))
      ? renameImports(each, nameOf)
      : each.text,
  );
  const moduleOf = (symbol: ImportSymbol): string =>
    isInFolder && !isPart(symbol) && symbol.from.startsWith("./") ? `.${symbol.from}` : symbol.from;
  const placed = (symbol: ImportSymbol): ImportSymbol => ({ ...symbol, from: moduleOf(symbol) });
  const imports = [...used, ...fixed].sort((a, b) => compareImports(placed(a), placed(b)));
  const head = importStatements(imports, nameOf, moduleOf).map((each) => printLayout(each));
  const parts = [header, head.join("\n"), ...final].filter((part) => part !== "");
  // Adding the final newline before the parts are joined avoids a copy of the whole text.
  parts.push(`${parts.pop() ?? ""}\n`);
  return parts.join("\n\n");
}

/**
 * Lists the imports of the statements, each once. If no statement uses an import as a value, it is a type
 * import.
 */
function usedImports(statements: readonly PrintedText[]): ImportSymbol[] {
  const used = new Map<string, ImportSymbol>();
  for (const symbol of printedSymbols(statements)) {
    const key = importKey(symbol);
    const known = used.get(key);
    if (known === undefined || (known.typeOnly && !symbol.typeOnly)) used.set(key, symbol);
  }
  return [...used.values()].filter((symbol) => symbol.from !== ownModule).sort(compareImports);
}

function printedSymbols(statements: readonly PrintedText[]): ImportSymbol[] {
  const symbols = new Set<ImportSymbol>();
  for (const { imports } of statements) for (const { symbol } of imports) symbols.add(symbol);
  return [...symbols];
}

function renameImports(
  { text, imports }: PrintedText,
  nameOf: (symbol: ImportSymbol) => string,
): string {
  let renamed = "";
  let from = 0;
  for (const { at, symbol } of imports) {
    renamed += text.slice(from, at) + nameOf(symbol);
    from = at + symbol.name.length;
  }
  return renamed + text.slice(from);
}

function importStatements(
  imports: readonly ImportSymbol[],
  nameOf: (symbol: ImportSymbol) => string,
  moduleOf: (symbol: ImportSymbol) => string,
): Printable[] {
  const statements: Printable[] = [];
  for (const from of new Set(imports.map(moduleOf))) {
    const module = stringLiteral(from);
    const symbols = imports.filter((symbol) => moduleOf(symbol) === from);
    for (const symbol of symbols.filter((each) => each.namespace)) {
      const keyword = symbol.typeOnly ? "import type" : "import";
      statements.push(`${keyword} * as ${nameOf(symbol)} from ${module};`);
    }
    const named = symbols.filter((each) => !each.namespace);
    if (named.length === 0) continue;
    const typesOnly = named.every((each) => each.typeOnly);
    const items = named.map((each) => {
      const local = nameOf(each);
      const clause = local === each.name ? local : `${each.name} as ${local}`;
      return each.typeOnly && !typesOnly ? `type ${clause}` : clause;
    });
    const open = typesOnly ? "import type {" : "import {";
    statements.push(concat([list(open, items, "}", { padding: true }), ` from ${module};`]));
  }
  return statements;
}

function localNames(
  imports: readonly ImportSymbol[],
  taken: Set<string>,
): { names: ReadonlyMap<string, string>; clash: boolean } {
  const names = new Map<string, string>();
  let clash = false;
  for (const symbol of imports) {
    let local = symbol.name;
    for (let count = 1; taken.has(local); count++)
      local = `${symbol.name}_${count === 1 ? "" : count}`;
    clash ||= local !== symbol.name;
    taken.add(local);
    names.set(importKey(symbol), local);
  }
  return { names, clash };
}

const declaration =
  /(export )?(?:declare )?(?:async )?(const|let|function|class|interface|type|namespace) ([\p{ID_Start}$_][\p{ID_Continue}$]*)/uy;

/** A declaration at the top level of a file. */
export interface TopDeclaration {
  readonly name: string;
  readonly isExported: boolean;
  readonly isType: boolean;
  /** The offset of the declaration's line in the text of the statement. */
  readonly at: number;
}

/**
 * Lists the declarations in the text of a statement that start at the beginning of a line, without
 * indentation.
 */
export function topDeclarations(text: string): TopDeclaration[] {
  const found: TopDeclaration[] = [];
  for (let start = 0; start >= 0; start = text.indexOf("\n", start) + 1 || -1) {
    if (text.charCodeAt(start) === space) continue;
    declaration.lastIndex = start;
    const [, exported, keyword = "", name] = declaration.exec(text) ?? [];
    if (name === undefined) continue;
    const isType = keyword === "interface" || keyword === "type";
    found.push({ name, isExported: exported !== undefined, isType, at: start });
  }
  return found;
}

const space = 0x20;

function importKey(symbol: ImportSymbol): string {
  return `${symbol.from}\n${symbol.namespace ? "*" : ""}${symbol.name}`;
}

function compareImports(a: ImportSymbol, b: ImportSymbol): number {
  const relative = Number(a.from.startsWith(".")) - Number(b.from.startsWith("."));
  return relative || compareCodePoints(a.from, b.from) || compareCodePoints(a.name, b.name);
}

// A TypeScript file under construction. Statements are printed immediately; imports are determined
// when the file is finished, from the symbols that were printed.

import { compareCodePoints } from "@specwright/spec-loader";
import { stringLiteral } from "./literal.ts";
import { type ImportExtension, importedModule } from "./modules.ts";
import { type PrintedText, printLayout, printText } from "./print-layout.ts";
import { concat, type ImportSymbol, list, type Printable } from "./printable.ts";

/** A file to which an emitter prints statements. */
export interface TypeScriptFile {
  /** Relative to the output folder. */
  readonly path: string;
  /**
   * Creates a symbol for a value. `from` is a package, or a path relative to the output folder
   * (`./types.ts`).
   */
  import(name: string, from: string): ImportSymbol;
  /**
   * Creates a symbol for a type, imported by `import type`, or as `type X` next to values of the
   * same module.
   */
  importType(name: string, from: string): ImportSymbol;
  /** Creates a symbol for a whole module: `import * as z from "zod"`. */
  importNamespace(name: string, from: string): ImportSymbol;
  /** Creates a symbol for the types of a module: `import type * as types from "./types.ts"`. */
  importTypeNamespace(name: string, from: string): ImportSymbol;
  /** Prints a top-level statement, followed by a blank line. */
  print(...parts: Printable[]): void;
  /**
   * Prints statements before all previous ones, for declarations that are known only afterwards.
   */
  printFirst(statements: readonly Printable[]): void;
  /**
   * Prints `export { a, b } from "./module.ts"`; `types` are exported with `type`. Prints nothing
   * if both are empty.
   */
  exportFrom(from: string, values: readonly string[], types?: readonly string[]): void;
  /**
   * Prevents imports from using these names. Names declared at the top level are reserved
   * automatically.
   */
  reserve(...names: string[]): void;
  /** Returns the finished text. */
  content(): string;
}

/**
 * Starts a file; `header` is its first line. Other modules of the output are imported with
 * `extension`, by default `ts`.
 */
export function createTypeScriptFile(
  path: string,
  header: string,
  extension: ImportExtension = "ts",
): TypeScriptFile {
  let statements: PrintedText[] = [];
  const reserved = new Set<string>();
  const symbols = new Map<string, ImportSymbol[]>();
  const symbol = (
    name: string,
    given: string,
    typeOnly: boolean,
    namespace = false,
  ): ImportSymbol => {
    const from = importedModule(relativeModule(path, given), extension);
    const namesakes = symbols.get(name) ?? [];
    const known = namesakes.find(
      (each) => each.from === from && each.typeOnly === typeOnly && each.namespace === namespace,
    );
    if (known !== undefined) return known;
    const made: ImportSymbol = { kind: "import", name, from, typeOnly, namespace };
    symbols.set(name, [...namesakes, made]);
    return made;
  };
  return {
    path,
    import: (name, from) => symbol(name, from, false),
    importType: (name, from) => symbol(name, from, true),
    importNamespace: (name, from) => symbol(name, from, false, true),
    importTypeNamespace: (name, from) => symbol(name, from, true, true),
    print: (...parts) => {
      statements.push(printStatement(parts));
    },
    printFirst: (first) => {
      statements = [...first.map((each) => printStatement([each])), ...statements];
    },
    exportFrom: (from, values, types = []) => {
      const names = [...values, ...types.map((name) => `type ${name}`)];
      if (names.length === 0) return;
      // If only types are exported, one `type` precedes the braces.
      const open = values.length === 0 ? "export type {" : "export {";
      const items = values.length === 0 ? types : names;
      const module = stringLiteral(importedModule(relativeModule(path, from), extension));
      statements.push(
        printStatement([list(open, items, "}", { padding: true }), ` from ${module};`]),
      );
    },
    reserve: (...names) => {
      for (const name of names) reserved.add(name);
    },
    content: () => finish(header, statements, reserved),
  };
}

/** Prints immediately, so that no layout outlives its statement. */
function printStatement(parts: readonly Printable[]): PrintedText {
  const { text, imports } = printText(parts);
  return { text: text.trimEnd(), imports };
}

function finish(
  header: string,
  statements: readonly PrintedText[],
  reserved: ReadonlySet<string>,
): string {
  const imports = usedImports(statements);
  const body = statements.map(({ text }) => text);
  const { names, clash } = localNames(imports, new Set([...reserved, ...topLevelNames(body)]));
  const nameOf = (symbol: ImportSymbol): string => names.get(importKey(symbol)) ?? symbol.name;
  const isRenamed = (symbol: ImportSymbol): boolean => nameOf(symbol) !== symbol.name;
  const renamed = new Set(clash ? symbolsOf(statements).filter(isRenamed) : []);
  // Nearly every import keeps its name, and nearly every text is unchanged.
  const final = statements.map((each) =>
    each.imports.some(({ symbol }) => renamed.has(symbol))
      ? renameImports(each, nameOf)
      : each.text,
  );
  const head = importStatements(imports, nameOf).map((each) => printLayout(each));
  const parts = [header, head.join("\n"), ...final].filter((part) => part !== "");
  // The final newline is added before the parts are joined, which saves a copy of the whole text.
  parts.push(`${parts.pop() ?? ""}\n`);
  return parts.join("\n\n");
}

/** Lists the imports of the statements, each once: as a type if no statement needs the value. */
function usedImports(statements: readonly PrintedText[]): ImportSymbol[] {
  const used = new Map<string, ImportSymbol>();
  for (const symbol of symbolsOf(statements)) {
    const key = importKey(symbol);
    const known = used.get(key);
    if (known === undefined || (known.typeOnly && !symbol.typeOnly)) used.set(key, symbol);
  }
  return [...used.values()].filter((symbol) => symbol.from !== ownModule).sort(compareImports);
}

function symbolsOf(statements: readonly PrintedText[]): ImportSymbol[] {
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
): Printable[] {
  const statements: Printable[] = [];
  for (const from of new Set(imports.map((symbol) => symbol.from))) {
    const module = stringLiteral(from);
    const symbols = imports.filter((symbol) => symbol.from === from);
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
  /(?:export )?(?:declare )?(?:async )?(?:const|let|function|class|interface|type|namespace) ([\p{ID_Start}$_][\p{ID_Continue}$]*)/uy;

/**
 * Lists the names that are declared at the start of a line; lines that start with a space are
 * skipped.
 */
function topLevelNames(statements: readonly string[]): string[] {
  const names: string[] = [];
  for (const text of statements) {
    for (let start = 0; start >= 0; start = text.indexOf("\n", start) + 1 || -1) {
      if (text.charCodeAt(start) === space) continue;
      declaration.lastIndex = start;
      const name = declaration.exec(text)?.[1];
      if (name !== undefined) names.push(name);
    }
  }
  return names;
}

const space = 0x20;

const ownModule = "";

/**
 * Converts a path relative to the output folder to one relative to the file; `""` is the file
 * itself.
 */
function relativeModule(path: string, from: string): string {
  if (!from.startsWith("./")) return from;
  const target = from.slice(2).split("/");
  const here = path.split("/");
  if (from.slice(2) === path) return ownModule;
  while (here.length > 1 && target.length > 1 && here[0] === target[0]) {
    here.shift();
    target.shift();
  }
  const up = here.length === 1 ? "./" : "../".repeat(here.length - 1);
  return up + target.join("/");
}

function importKey(symbol: ImportSymbol): string {
  return `${symbol.from}\n${symbol.namespace ? "*" : ""}${symbol.name}`;
}

function compareImports(a: ImportSymbol, b: ImportSymbol): number {
  const relative = Number(a.from.startsWith(".")) - Number(b.from.startsWith("."));
  return relative || compareCodePoints(a.from, b.from) || compareCodePoints(a.name, b.name);
}

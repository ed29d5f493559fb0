// A TypeScript file under construction. Statements are printed immediately; imports are determined
// when the file is finished, from the symbols that were printed.

import { finishFile, ownModule } from "./finish-file.ts";
import { stringLiteral } from "./literal.ts";
import { type ImportExtension, importedModule } from "./modules.ts";
import { printText } from "./print-layout.ts";
import { type ImportSymbol, list, type Printable } from "./printable.ts";
import { type FilePart, type Statement, splitFile } from "./split-file.ts";

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
   * Prints statements before all previous ones. For declarations that are known only afterwards.
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
  /**
   * Prints statements into a part of the file, which becomes a separate file; without a name, into
   * the part with shared declarations.
   */
  inPart(part: string | undefined, print: () => void): void;
  /** Returns the finished text. */
  content(): string;
  /** Returns the finished file, or its parts and the module with all their exports. */
  files(): readonly FilePart[];
}

/**
 * Starts a file; `header` is its first line, and `partHeader` is the first line of its parts. Other modules
 * of the output are imported with `extension`, by default `ts`.
 */
export function createTypeScriptFile(
  path: string,
  header: string,
  extension: ImportExtension = "ts",
  partHeader: string = header,
): TypeScriptFile {
  let statements: Statement[] = [];
  let part: string | undefined;
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
      statements.push(printStatement(parts, part));
    },
    printFirst: (first) => {
      statements = [...first.map((each) => printStatement([each], part)), ...statements];
    },
    exportFrom: (from, values, types = []) => {
      const names = [...values, ...types.map((name) => `type ${name}`)];
      if (names.length === 0) return;
      // If only types are exported, one `type` comes before the braces.
      const open = values.length === 0 ? "export type {" : "export {";
      const items = values.length === 0 ? types : names;
      const module = stringLiteral(importedModule(relativeModule(path, from), extension));
      statements.push(
        printStatement([list(open, items, "}", { padding: true }), ` from ${module};`], part),
      );
    },
    reserve: (...names) => {
      for (const name of names) reserved.add(name);
    },
    inPart: (name, print) => {
      const outer = part;
      part = name;
      print();
      part = outer;
    },
    content: () => finishFile(statements, { header, reserved }),
    files: () => splitFile(path, statements, { header, partHeader, reserved, extension }),
  };
}

/** Prints immediately, so that layouts do not stay in memory. */
function printStatement(parts: readonly Printable[], part: string | undefined): Statement {
  const { text, imports } = printText(parts);
  return { text: text.trimEnd(), imports, part };
}

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

// A TypeScript file while it is being written. Each statement is printed immediately. The imports are
// determined when the file is finished, from the symbols in the statements.

import { finishFile, ownModule } from "./finish-file.ts";
import { stringLiteral } from "./literal.ts";
import { type ImportExtension, importedModule } from "./modules.ts";
import { printText } from "./print-layout.ts";
import { type ImportSymbol, list, type Printable } from "./printable.ts";
import { type FilePart, type Statement, splitFile } from "./split-file.ts";

/** A file to which an emitter prints statements. */
export interface TypeScriptFile {
  /** The path relative to the output folder. */
  readonly path: string;
  /**
   * Creates a symbol for a value. `from` is a package, or a path relative to the output folder
   * (`./types.ts`).
   */
  import(name: string, from: string): ImportSymbol;
  /**
   * Creates a symbol for a type. It is imported with `import type`, or as `type X` if values of the same
   * module are imported too.
   */
  importType(name: string, from: string): ImportSymbol;
  /** Creates a symbol for all exports of a module: `import * as z from "zod"`. */
  importNamespace(name: string, from: string): ImportSymbol;
  /** Creates a symbol for all types of a module: `import type * as types from "./types.ts"`. */
  importTypeNamespace(name: string, from: string): ImportSymbol;
  /** Prints a top-level statement, followed by a blank line. */
  print(...parts: Printable[]): void;
  /**
   * Prints statements before all statements that were printed so far. Use it for declarations that are only
   * known at the end.
   */
  printFirst(statements: readonly Printable[]): void;
  /**
   * Prints `export { a, b } from "./module.ts"`. The names in `types` are exported as types. Prints nothing
   * if both lists are empty.
   */
  exportFrom(from: string, values: readonly string[], types?: readonly string[]): void;
  /**
   * Prevents imports from using these names. This is not necessary for names that the file declares at its
   * top level.
   */
  reserve(...names: string[]): void;
  /**
   * Prints statements into a part of the file. Each part becomes a separate file. If `part` is undefined,
   * the statements go to the part with shared declarations.
   */
  inPart(part: string | undefined, print: () => void): void;
  /** Returns the text of the finished file. */
  content(): string;
  /**
   * Returns the finished file. If the file is split, returns its parts, and the module that re-exports
   * them.
   */
  files(): readonly FilePart[];
}

/**
 * Creates an empty file. `header` is its first line, and `partHeader` is the first line of its parts. Other
 * generated modules are imported with the file extension `extension`, by default `ts`.
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
      // If all exports are types, `type` is printed once, before the braces.
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

/** Prints a statement to text immediately, so that its layout does not stay in memory. */
function printStatement(parts: readonly Printable[], part: string | undefined): Statement {
  const { text, imports } = printText(parts);
  return { text: text.trimEnd(), imports, part };
}

/**
 * Converts a path relative to the output folder to a path relative to the file. The path of the file itself
 * becomes `""`.
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

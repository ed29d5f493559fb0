// The additional declarations that the functions of a schema need: constants, and functions for
// parts.

import type { Printable } from "../../print/printable.ts";
import { ruleName } from "../../rules/print-rule.ts";
import { formName } from "../form/form-name.ts";
import type { Printer } from "../printer.ts";

/** Collects statements that must precede the ones that use them. */
export interface Beside {
  readonly printer: Printer;
  /**
   * Declares something once for each key, with a free name similar to the given one; returns its
   * name.
   */
  declare(name: string, key: string, print: (name: string) => Printable): string;
  /**
   * Declares something that is printed only if a later `print` uses it, as a part that is its name.
   */
  declareIfCalled(name: string, key: unknown, print: (name: string) => Printable): string;
  /** Returns the name of the declaration for a key. */
  nameOf(key: unknown): string | undefined;
  /** Prints the new declarations, then the statements. */
  print(...statements: readonly Printable[]): void;
}

/** Creates an empty collection in which the names of declarations are taken. */
export function createBeside(printer: Printer): Beside {
  const { contract, names, file } = printer;
  const taken = new Set<string>();
  for (const declaration of contract.declarations) {
    const type = names.type(declaration);
    taken.add(`is${type}`).add(`revive${type}`).add(ruleName(printer, declaration));
    taken.add(formName(printer, declaration));
  }
  const known = new Map<unknown, string>();
  const statements: Printable[] = [];
  const uncalled = new Map<string, Printable>();
  let isAsked = false;
  const claim = (name: string, key: unknown): string => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
    taken.add(free);
    known.set(key, free);
    return free;
  };
  return {
    printer,
    declare(name, key, print) {
      const before = known.get(key);
      if (before !== undefined) return before;
      const free = claim(name, key);
      statements.push(print(free));
      return free;
    },
    declareIfCalled(name, key, print) {
      isAsked = true;
      const before = known.get(key);
      if (before !== undefined) return before;
      const free = claim(name, key);
      uncalled.set(free, print(free));
      return free;
    },
    nameOf: (key) => known.get(key),
    print(...last) {
      const needed = statements.splice(0);
      const called = isAsked ? calledBy([needed, last], uncalled) : new Set<string>();
      isAsked = false;
      for (const [name, statement] of uncalled) {
        if (!called.has(name)) continue;
        uncalled.delete(name);
        file.print(statement);
      }
      for (const statement of [...needed, ...last]) file.print(statement);
    },
  };
}

/** Finds the functions that code calls, and those that these call in turn. */
function calledBy(code: Printable, functions: ReadonlyMap<string, Printable>): ReadonlySet<string> {
  const called = new Set<string>();
  const find = (part: Printable): void => {
    if (typeof part === "string") {
      const body = functions.get(part);
      if (body === undefined || called.has(part)) return;
      called.add(part);
      find(body);
    } else if (typeof part === "object") {
      if (!("kind" in part)) part.forEach(find);
      else if (part.kind !== "import") part.parts.forEach(find);
    }
  };
  if (functions.size > 0) find(code);
  return called;
}

// The declarations that the functions of a schema need: constants, and functions for parts.

import type { Printable } from "../../print/printable.ts";
import { ruleName } from "../../rules/print-rule.ts";
import { formName } from "../form/form-name.ts";
import type { Printer } from "../printer.ts";

/** Collects declarations, and prints them before the statements that use them. */
export interface HelperDeclarations {
  readonly printer: Printer;
  /**
   * Declares a constant or a function and returns its name: `name`, or a similar name if `name` is in use.
   * A second call with the same key returns the name of the first declaration. The declaration is printed
   * only if printed code uses it, because a condition can turn out to be always true.
   */
  declare(name: string, key: unknown, print: (name: string) => Printable): string;
  /** Declares a constant, with the same rules as `declare`. */
  declareConstant(name: string, key: unknown, value: Printable): string;
  /** Reports whether code refers to a declared constant. */
  usesConstants(code: Printable): boolean;
  /** Returns the name of the declaration for a key. */
  nameOf(key: unknown): string | undefined;
  /** Prints the new declarations, then the statements. */
  print(...statements: readonly Printable[]): void;
}

/** Creates an empty collection. It treats the names of the functions for declarations as in use. */
export function createHelperDeclarations(printer: Printer): HelperDeclarations {
  const { contract, names, file } = printer;
  const taken = new Set<string>();
  for (const declaration of contract.declarations) {
    const type = names.type(declaration);
    taken.add(`is${type}`).add(`revive${type}`).add(ruleName(printer, declaration));
    taken.add(formName(printer, declaration));
  }
  const known = new Map<unknown, string>();
  const uncalled = new Map<string, Printable>();
  const constants = new Map<string, Printable>();
  const claim = (name: string, key: unknown): string => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
    taken.add(free);
    known.set(key, free);
    return free;
  };
  const declare: HelperDeclarations["declare"] = (name, key, print) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const free = claim(name, key);
    uncalled.set(free, print(free));
    return free;
  };
  return {
    printer,
    declare,
    declareConstant(name, key, value) {
      const free = declare(name, key, (free) => [`const ${free} = `, value, ";"]);
      constants.set(free, "");
      return free;
    },
    usesConstants: (code) => calledBy(code, constants).size > 0,
    nameOf: (key) => known.get(key),
    print(...last) {
      const called = calledBy(last, uncalled);
      for (const [name, statement] of uncalled) {
        if (!called.has(name)) continue;
        uncalled.delete(name);
        file.print(statement);
      }
      for (const statement of last) file.print(statement);
    },
  };
}

// Matches every identifier, and some words that are not identifiers. The exact Unicode classes would be
// several times slower, and this pattern runs over the code of all schemas.
const words = /[\w$\x80-\uffff]+/g;

/** Finds the declarations that code uses, directly or through other declarations. */
function calledBy(
  code: Printable,
  declarations: ReadonlyMap<string, Printable>,
): ReadonlySet<string> {
  const called = new Set<string>();
  const find = (part: Printable): void => {
    if (typeof part === "string") {
      for (const word of part.match(words) ?? []) {
        const body = declarations.get(word);
        if (body === undefined || called.has(word)) continue;
        called.add(word);
        find(body);
      }
    } else if (typeof part === "object") {
      if (!("kind" in part)) part.forEach(find);
      else if (part.kind !== "import") part.parts.forEach(find);
    }
  };
  if (declarations.size > 0) find(code);
  return called;
}

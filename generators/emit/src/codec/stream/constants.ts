// The constants of a stream module. Each constant is declared once, before the first function that uses it.

import { camelCase } from "@specwright/contract";
import { stringLiteral } from "../../print/literal.ts";
import { printPackedText } from "./packed.ts";

/** Declares the constants of one module. */
export interface Constants {
  /**
   * Returns the name of the constant with this value. Unless it exists, declares it with the name `wanted`
   * or a similar one.
   */
  named(wanted: string, type: string, value: string): string;
  /** Returns the name of the constant for a text that the code compares or writes. */
  text(text: string): string;
  /** Returns the name of the constant for a list of member names. */
  memberNames(schema: string, names: readonly string[]): string;
  /** Returns the declarations that were added since the previous call. */
  takePending(): readonly string[];
}

/** Creates the constants of a module; `name` makes names unique. */
export function createConstants(name: (wanted: string) => string): Constants {
  const known = new Map<string, string>();
  const pending: string[] = [];
  const named: Constants["named"] = (wanted, type, value) => {
    const same = known.get(value);
    if (same !== undefined) return same;
    const made = name(wanted);
    known.set(value, made);
    const line = `const ${made}: ${type} = ${value};`;
    const fits = line.length <= 100 || value.includes("\n");
    pending.push(fits ? line : `const ${made}: ${type} =\n  ${value};`);
    return made;
  };
  return {
    named,
    text: (text) => {
      const letters = camelCase(text);
      const wanted = letters === "unnamed" ? "marksText" : `${letters}Text`;
      return named(wanted, "Text", `/* @__PURE__ */ text(${stringLiteral(text)})`);
    },
    memberNames: (schema, names) => {
      const wanted = `${schema.charAt(0).toLowerCase()}${schema.slice(1)}Names`;
      return named(
        wanted,
        "readonly string[]",
        printPackedText("[", names.map(stringLiteral), "]", wanted.length + 30),
      );
    },
    takePending: () => pending.splice(0),
  };
}

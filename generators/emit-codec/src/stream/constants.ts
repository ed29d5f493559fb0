// The constants of a stream module: each is declared once, ahead of the function that first uses it.

import { camelCase, stringLiteral } from "@specwright/emit-kit";

/** Declares the constants of one module. */
export interface Constants {
  /** Returns the name of a constant, and declares it unless an equal one was declared. */
  named(wanted: string, type: string, value: string): string;
  /** Returns the name of a text that is compared or written. */
  text(text: string): string;
  /** Returns the name of a list of member names. */
  memberNames(schema: string, names: readonly string[]): string;
  /** Returns the declarations that have not been printed yet. */
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
        packed("[", names.map(stringLiteral), "]", wanted.length + 30),
      );
    },
    takePending: () => pending.splice(0),
  };
}

/** Prints a list with as many items on a line as fit; `taken` columns stand ahead of it. */
export function packed(
  open: string,
  items: readonly string[],
  close: string,
  taken: number,
): string {
  const lines: string[] = [];
  let line = "";
  for (const item of items) {
    if (line !== "" && line.length + item.length > 92) {
      lines.push(line);
      line = "";
    }
    line += `${line === "" ? "" : " "}${item},`;
  }
  if (line !== "") lines.push(line);
  const [only = ""] = lines;
  if (lines.length <= 1 && only.length + taken < 95) return `${open}${only.slice(0, -1)}${close}`;
  return `${open}\n${lines.map((each) => `  ${each}\n`).join("")}${close}`;
}

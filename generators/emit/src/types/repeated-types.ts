// Types without a name of their own, such as the path of an operation, which repeat one before them.

import type { Declaration } from "@specwright/contract";
import { printLayout } from "../print/print-layout.ts";
import { printMemberType } from "./type-expression.ts";
import type { DeclaredType } from "./type-reader.ts";

/** Returns the name of an equal type that was printed before; undefined if there is none. */
export type FindRepeated = (
  declaration: Declaration,
  type: DeclaredType,
  name: string,
) => string | undefined;

/** Creates the memory of the types that a file has. */
export function createRepeatedTypes(): FindRepeated {
  const names = new Map<string, string>();
  return ({ origin }, type, name) => {
    // The author of a document chose the names of its components.
    if (origin === "schema") return undefined;
    const key = keyOf(type);
    const first = names.get(key);
    if (first === undefined) names.set(key, name);
    return first === undefined || isShorter(type, first) ? undefined : first;
  };
}

/** Returns what is the same for types that are printed identically, with their doc comments. */
function keyOf(type: DeclaredType): string {
  if (type.kind === "alias") return JSON.stringify(type);
  const { kind, parents, members } = type;
  return JSON.stringify({ kind, parents, members });
}

/** Reports whether a type is as short as the name of another one: `string[]`. */
function isShorter(type: DeclaredType, name: string): boolean {
  return type.kind === "alias" && printLayout(printMemberType(type.type)).length <= name.length + 1;
}

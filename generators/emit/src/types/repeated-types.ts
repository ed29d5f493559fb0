// Finds types without a name in the document, such as the path parameters of an operation, that are
// equal to an earlier type.

import type { Declaration } from "@specwright/contract";
import { printLayout } from "../print/print-layout.ts";
import { printMemberType } from "./type-expression.ts";
import type { DeclaredType } from "./type-reader.ts";

/** Returns the name of an equal type that was already printed, if any. */
export type FindRepeated = (
  declaration: Declaration,
  type: DeclaredType,
  name: string,
) => string | undefined;

/** Creates the list of the types of a file. */
export function createRepeatedTypes(): FindRepeated {
  const names = new Map<string, string>();
  return ({ origin }, type, name) => {
    // Authors chose the names of components, so these types are not replaced.
    if (origin === "schema") return undefined;
    const key = typeKey(type);
    const first = names.get(key);
    if (first === undefined) names.set(key, name);
    return first === undefined || isShorter(type, first) ? undefined : first;
  };
}

/** Returns a key that is equal for types that are printed identically, with their doc comments. */
function typeKey(type: DeclaredType): string {
  if (type.kind === "alias") return JSON.stringify(type);
  const { kind, parents, members } = type;
  return JSON.stringify({ kind, parents, members });
}

/** Reports whether a type is as short as a name would be: `string[]`. */
function isShorter(type: DeclaredType, name: string): boolean {
  return type.kind === "alias" && printLayout(printMemberType(type.type)).length <= name.length + 1;
}

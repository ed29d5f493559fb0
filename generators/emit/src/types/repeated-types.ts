// Finds types that are equal to an earlier type. Only types that the document does not name are searched,
// such as the path parameters of an operation.

import type { Declaration } from "@specwright/contract";
import { printLayout } from "../print/print-layout.ts";
import { printMemberType } from "./type-expression.ts";
import type { DeclaredType } from "./type-reader.ts";

/** Returns the name of an equal type that was printed earlier, if any. */
export type FindRepeated = (
  declaration: Declaration,
  type: DeclaredType,
  name: string,
) => string | undefined;

/** Creates the function that remembers the types of a file and finds repeated ones. */
export function createRepeatedTypes(): FindRepeated {
  const names = new Map<string, string>();
  return ({ origin }, type, name) => {
    // A component keeps its own type, because the author of the document chose its name.
    if (origin === "schema") return undefined;
    const key = typeKey(type);
    const first = names.get(key);
    if (first === undefined) names.set(key, name);
    return first === undefined || isShorter(type, first) ? undefined : first;
  };
}

/** Returns a key. Two types have the same key if they and their doc comments are printed identically. */
function typeKey(type: DeclaredType): string {
  if (type.kind === "alias") return JSON.stringify(type);
  const { kind, parents, members } = type;
  return JSON.stringify({ kind, parents, members });
}

/** Reports whether a type, such as `string[]`, is not longer than the name of a type. */
function isShorter(type: DeclaredType, name: string): boolean {
  return type.kind === "alias" && printLayout(printMemberType(type.type)).length <= name.length + 1;
}

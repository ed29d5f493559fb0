// Names of the local variables for members. A variable is called like its member, unless that name would
// shadow something.

import { streamNames } from "./stream-runtime.ts";

/** Returns the variable name for each member. */
export function localNames(members: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return members.map((member) => {
    let name = member.replace(/[^A-Za-z0-9_$]/g, "_").replace(/^(?=\d)/, "_");
    if (name !== member || isReserved(name)) name += "_";
    while (taken.has(name)) name += "_";
    taken.add(name);
    return name;
  });
}

function isReserved(name: string): boolean {
  return words.has(name) || streamNames.has(name) || topLevel.test(name);
}

/**
 * Matches the names that the module declares, and the names that it imports from modules other than the
 * runtime.
 */
const topLevel = /^(?:read|write|allowed|pattern|is[A-Z])|(?:Members|Names|Words|Text|Codec)$/;

const words: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let new null
  package private protected public return static super switch this throw true try typeof undefined var
  void while with yield value others member inOrder start streamCodec Infinity`.split(/\s+/),
);

/** Converts a member name to PascalCase for use in a function name. */
export function pascalName(key: string): string {
  return key.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
}

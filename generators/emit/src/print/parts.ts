// Splits a module into parts: one file for each schema or each tag. The module itself then re-exports all
// parts.

import {
  type Channel,
  type Declaration,
  type HttpOperation,
  type Names,
  pascalCase,
} from "@specwright/contract";

/**
 * How modules are split. `schema`: one file for each schema, operation and channel, with its types. `tag`:
 * for each tag, one file with the types of its operations, one with their descriptors, and one with their
 * methods.
 */
export type Split = "schema" | "tag";

/** The names of the parts into which statements are printed; undefined in an output that is not split. */
export interface Parts {
  readonly split: Split | undefined;
  declaration(declaration: Declaration): string | undefined;
  /** Returns the part for the types of an operation. */
  operation(operation: HttpOperation): string | undefined;
  channel(channel: Channel): string | undefined;
  /** Returns the part for the descriptor and the method of an operation. */
  method(operation: HttpOperation): string | undefined;
}

/** The name of the part that remains in the module itself. */
export const indexPart = "";

/** The name of the part for declarations that several parts use. */
export const sharedPart = "_shared";

/** Creates the functions that name the parts. */
export function createParts(split: Split | undefined, names: Names): Parts {
  if (split === undefined) {
    const none = (): undefined => undefined;
    return { split, declaration: none, operation: none, channel: none, method: none };
  }
  if (split === "schema") {
    return {
      split,
      declaration: (declaration) => fileName(names.type(declaration)),
      operation: (operation) => fileName(names.operation(operation).type),
      channel: (channel) => fileName(names.channel(channel).type),
      method: () => undefined,
    };
  }
  const tagged = ({ tags: [tag] }: HttpOperation): string =>
    tag === undefined ? "_untagged" : fileName(pascalCase(tag));
  return {
    split,
    declaration: () => "_schemas",
    operation: tagged,
    channel: (channel) => fileName(names.channel(channel).type),
    method: tagged,
  };
}

/**
 * Returns the file name for a type, such as `order-view` for `OrderView`. File names of different types
 * differ, even if the file system ignores case. A file name does not depend on the other types.
 */
function fileName(name: string): string {
  const words = [...name].map((letter, at) => {
    const small = letter.toLowerCase();
    if (small === letter) return letter;
    return at === 0 ? small : `-${small}`;
  });
  const text = words.join("");
  // Windows reserves these names, also with an extension.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(text) ? `${text}-` : text;
}

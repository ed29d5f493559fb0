// Splits an output into parts: a file for each schema or each tag. The module itself exports them
// all.

import {
  type Channel,
  type Declaration,
  type HttpOperation,
  type Names,
  pascalCase,
} from "@specwright/contract";

/**
 * How the modules of an output are split. `schema`: each schema, operation and channel gets a file
 * with its types. `tag`: the operations of a tag get one file each for their types, descriptors and
 * methods.
 */
export type Split = "schema" | "tag";

/** The names of the parts of statements; undefined in an output without parts. */
export interface Parts {
  readonly split: Split | undefined;
  declaration(declaration: Declaration): string | undefined;
  /** The part with the types of an operation. */
  operation(operation: HttpOperation): string | undefined;
  channel(channel: Channel): string | undefined;
  /** The part with the descriptor and the method of an operation. */
  method(operation: HttpOperation): string | undefined;
}

/** The part that is the module itself. */
export const indexPart = "";

/** The part with declarations that other parts share. */
export const sharedPart = "_shared";

/** Creates the names of the parts of an output. */
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
 * Returns the file name for a type: `order-view` for `OrderView`. Two names always differ, also on
 * file systems that ignore case, and a name does not depend on other names.
 */
function fileName(name: string): string {
  const words = [...name].map((letter, at) => {
    const small = letter.toLowerCase();
    if (small === letter) return letter;
    return at === 0 ? small : `-${small}`;
  });
  const text = words.join("");
  // Windows reserves these names, with any extension.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(text) ? `${text}-` : text;
}

// An output in parts: a file for each schema or for each tag, behind the module that has them all.

import {
  type Channel,
  type Declaration,
  type HttpOperation,
  type Names,
  pascalCase,
} from "@specwright/contract";

/**
 * How the modules of an output are divided: `schema` gives each schema, operation and channel a file
 * with its types; `tag` gives the operations of a tag a file each for their types, descriptors and
 * methods.
 */
export type Split = "schema" | "tag";

/** The names of the parts that statements belong to; undefined in an output without parts. */
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

/** The part with what other parts share. */
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
 * Returns the name of the file of a type: `order-view` for `OrderView`. Two names are never the same where
 * capitals do not count, and a name does not depend on others.
 */
function fileName(name: string): string {
  const words = [...name].map((letter, at) => {
    const small = letter.toLowerCase();
    if (small === letter) return letter;
    return at === 0 ? small : `-${small}`;
  });
  const text = words.join("");
  // Windows keeps these names, whatever their extension.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(text) ? `${text}-` : text;
}

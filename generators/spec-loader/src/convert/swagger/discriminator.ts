import type { Converter } from "../converter.ts";
import {
  itemsAt,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
} from "../part.ts";

/** The definitions of a document, and their names as components. */
export interface Definitions {
  readonly place: Place | undefined;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Maps old names of definitions to renamed components, because the values of a discriminator are
 * such names. Returns undefined if no name changes.
 */
export function renamedMapping(
  converter: Converter,
  { place: definitions, names }: Definitions,
  schema: ObjectPlace,
  discriminator: Place,
): Part | undefined {
  const mapping = new Map<string, Part>();
  for (const [name, definition] of definitions === undefined ? [] : membersAt(definitions)) {
    if (names.get(name) === name || !isSelected(converter, definition, schema)) continue;
    const { file, pointer } = definition;
    const from = { file: discriminator.file, pointer: discriminator.pointer };
    const reference = `#${encodeURI(pointer)}`;
    const target = { file: file.spec.file, pointer };
    mapping.set(name, { is: "link", from, reference, target });
  }
  return mapping.size === 0 ? undefined : objectPart(discriminator, mapping);
}

/** Reports whether a definition is the schema with the discriminator, or has it in its `allOf`. */
function isSelected(converter: Converter, definition: Place, { pointer }: ObjectPlace): boolean {
  const parts = itemsAt(memberAt(definition, "allOf")).map((part) => converter.follow(part));
  return [definition, ...parts].some((part) => part?.pointer === pointer);
}

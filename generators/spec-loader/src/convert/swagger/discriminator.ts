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

/** The definitions of a document, and the component names that they get. */
export interface Definitions {
  readonly place: Place | undefined;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Returns a discriminator mapping for renamed definitions, because the values of a Swagger 2.0
 * discriminator are the old names. Returns undefined if the discriminator cannot select a renamed
 * definition.
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

/**
 * Reports whether a discriminator in `schema` can select a definition: the schema itself, or a definition
 * with the schema in its `allOf`.
 */
function isSelected(converter: Converter, definition: Place, { pointer }: ObjectPlace): boolean {
  const parts = itemsAt(memberAt(definition, "allOf")).map((part) => converter.follow(part));
  return [definition, ...parts].some((part) => part?.pointer === pointer);
}

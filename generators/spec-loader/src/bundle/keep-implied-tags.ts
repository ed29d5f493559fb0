// If a discriminator has no mapping, the name of a schema is its tag in the data. If the bundle renames
// such a schema, this module adds a mapping from the old tag to the new name.

import type { Source } from "../diagnostics/diagnostic.ts";
import { descend, joinPointer, pointerTokens } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { KnownReference } from "../walk-specification.ts";
import type { BundleEdits } from "./bundle-edits.ts";
import type { BundledComponent } from "./place-targets.ts";

/** Adds a mapping for every renamed schema that a discriminator finds by its name. */
export function keepImpliedTags(
  { files }: Specification,
  references: readonly KnownReference[],
  components: readonly BundledComponent[],
  edits: BundleEdits,
): void {
  const renamed = components.flatMap(({ place, section, name }) => {
    const [container = "", tag = ""] = (pointerTokens(place.pointer) ?? []).slice(-2);
    const isNamed = ["schemas", "$defs", "definitions"].includes(container);
    return section === "schemas" && isNamed && tag !== name ? [{ place, name, tag }] : [];
  });
  for (const { place, name, tag } of renamed) {
    for (const owner of schemaOwners(place))
      addTag(owner, place, tag, `#/components/schemas/${name}`);
  }

  /**
   * Finds the schemas that list this schema in `oneOf` or `anyOf`, and the schemas in the `allOf` of this
   * schema.
   */
  function schemaOwners({ file, pointer }: Source): readonly Source[] {
    return references.flatMap(({ from, target, replaces }) => {
      if (!replaces) return [];
      const [, above = "", keyword] = /^(.*)\/(oneOf|anyOf|allOf)\/\d+$/s.exec(from.pointer) ?? [];
      if (keyword === undefined) return [];
      const isSelf = (one: Source): boolean => one.file === file && one.pointer === pointer;
      if (keyword !== "allOf") return isSelf(target) ? [{ file: from.file, pointer: above }] : [];
      return isSelf({ file: from.file, pointer: above }) ? [target] : [];
    });
  }

  function addTag(owner: Source, place: Source, tag: string, reference: string): void {
    const schema = valueAt(owner);
    const discriminator = isJsonObject(schema) ? memberOf(schema, "discriminator") : undefined;
    if (!isJsonObject(discriminator)) return;
    if (isFixed(valueAt(place), String(memberOf(discriminator, "propertyName")))) return;
    const at = { file: owner.file, pointer: `${owner.pointer}/discriminator` };
    const mapping = memberOf(discriminator, "mapping");
    const isMapped = references.some(
      ({ source, target }) =>
        source.file === at.file &&
        source.pointer.startsWith(`${at.pointer}/mapping/`) &&
        target.file === place.file &&
        target.pointer === place.pointer,
    );
    if (isMapped || (isJsonObject(mapping) && memberOf(mapping, tag) !== undefined)) return;
    if (isJsonObject(mapping)) {
      edits.at({ ...at, pointer: joinPointer(at.pointer, "mapping") }).added.set(tag, reference);
      return;
    }
    const { added } = edits.at(at);
    const known = added.get("mapping");
    added.set("mapping", { ...(isJsonObject(known) ? known : {}), [tag]: reference });
  }

  function valueAt({ file, pointer }: Source): JsonValue {
    return descend(files.get(file)?.root ?? null, pointerTokens(pointer) ?? []).value;
  }
}

/**
 * Reports whether a schema has a `const` or `enum` for a property. Then the value is the tag, not the name
 * of the schema.
 */
function isFixed(schema: JsonValue, property: string): boolean {
  if (isJsonArray(schema)) return schema.some((item) => isFixed(item, property));
  if (!isJsonObject(schema)) return false;
  const properties = memberOf(schema, "properties");
  const own: JsonObject = isJsonObject(properties) ? properties : {};
  const found = memberOf(own, property);
  if (isJsonObject(found) && ("const" in found || "enum" in found)) return true;
  return isFixed(memberOf(schema, "allOf") ?? null, property);
}

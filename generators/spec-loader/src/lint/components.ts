import type { Report } from "../checks/check-structure.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { KnownReference } from "../walk-specification.ts";

/** Finds components of the entry file without a reference from outside the component. */
export function lintComponents(
  { entry }: Specification,
  references: readonly KnownReference[],
  report: Report,
): void {
  const root = isJsonObject(entry.root) ? entry.root : {};
  const components = memberOf(root, "components");
  if (!isJsonObject(components)) return;
  const used = new Set<string>();
  for (const { from, target } of references) {
    if (target.file !== entry.file) continue;
    const component = enclosingComponent(target.pointer);
    const owner = from.file === entry.file ? enclosingComponent(from.pointer) : undefined;
    if (component !== undefined && component !== owner) used.add(component);
  }
  for (const name of requirementNames(root)) {
    used.add(joinPointer("/components/securitySchemes", name));
  }
  for (const name of mappedNames(components)) used.add(joinPointer("/components/schemas", name));
  for (const section of Object.keys(components)) {
    const named = memberOf(components, section);
    if (section.startsWith("x-") || !isJsonObject(named)) continue;
    for (const name of Object.keys(named)) {
      const pointer = joinPointer("/components", section, name);
      if (used.has(pointer) || extendsDiscriminated(memberOf(named, name), components)) continue;
      const message = `nothing refers to the component ${name} of ${section}`;
      report({ code: "COMPONENT_UNUSED", source: { file: entry.file, pointer }, message });
    }
  }
}

function enclosingComponent(pointer: string): string | undefined {
  const tokens = pointerTokens(pointer) ?? [];
  if (tokens[0] !== "components" || tokens.length < 3) return undefined;
  return joinPointer("", ...tokens.slice(0, 3));
}

/** Returns the names of the security schemes that the security requirements of a document use. */
function requirementNames(root: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  const markUsed = (list: JsonValue | undefined) => {
    for (const requirement of isJsonArray(list) ? list : []) {
      if (isJsonObject(requirement)) for (const name of Object.keys(requirement)) names.add(name);
    }
  };
  markUsed(memberOf(root, "security"));
  for (const section of ["paths", "webhooks", "servers", "channels"]) {
    const items = memberOf(root, section);
    for (const item of isJsonObject(items) ? Object.values(items) : []) {
      if (!isJsonObject(item)) continue;
      markUsed(memberOf(item, "security"));
      for (const operation of Object.values(item)) {
        if (isJsonObject(operation)) markUsed(memberOf(operation, "security"));
      }
    }
  }
  return names;
}

/** Returns the values of discriminator mappings. A value may be the name of a schema, or a reference. */
function mappedNames(components: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  const schemas = memberOf(components, "schemas");
  for (const schema of isJsonObject(schemas) ? Object.values(schemas) : []) {
    const discriminator = isJsonObject(schema) ? memberOf(schema, "discriminator") : undefined;
    const mapping = isJsonObject(discriminator) ? memberOf(discriminator, "mapping") : undefined;
    for (const name of isJsonObject(mapping) ? Object.values(mapping) : []) {
      if (typeof name === "string") names.add(name);
    }
  }
  return names;
}

/**
 * Reports whether the `allOf` of a schema contains a schema with a discriminator. Such a discriminator uses
 * the schema by its name, without a reference.
 */
function extendsDiscriminated(component: JsonValue | undefined, components: JsonObject): boolean {
  const parents = isJsonObject(component) ? memberOf(component, "allOf") : undefined;
  const schemas = memberOf(components, "schemas");
  if (!isJsonArray(parents) || !isJsonObject(schemas)) return false;
  return parents.some((parent) => {
    const reference = isJsonObject(parent) ? memberOf(parent, "$ref") : undefined;
    const name = /^#\/components\/schemas\/([^/]+)$/.exec(String(reference ?? ""))?.[1];
    const base = name === undefined ? undefined : memberOf(schemas, name);
    return isJsonObject(base) && Object.hasOwn(base, "discriminator");
  });
}

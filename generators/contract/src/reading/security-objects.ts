import { isJsonArray } from "@specwright/spec-loader";
import type { SecurityScheme } from "../model/contract.ts";
import type { SecurityRequirement } from "../model/server.ts";
import type { Build } from "./build.ts";
import { listField, mapField, objectField, reportShape, textField } from "./fields.ts";
import { follow } from "./follow.ts";
import {
  holdsObject,
  member,
  members,
  type ObjectPlace,
  type Place,
  present,
  sourceOf,
} from "./place.ts";

/**
 * Reads the `security` of a document or operation: its alternatives, or undefined if it has none of
 * its own.
 */
export function readSecurity(
  build: Build,
  parent: ObjectPlace,
): readonly SecurityRequirement[] | undefined {
  if (member(parent, "security") === undefined) return undefined;
  const alternatives: SecurityRequirement[] = [];
  for (const item of listField(build, parent, "security")) {
    if (!holdsObject(item)) {
      reportShape(build, item, "an object");
      continue;
    }
    const schemes = new Map<string, readonly string[]>();
    for (const [name, scopes] of members(item)) {
      const list = isJsonArray(scopes.value) ? scopes.value : [];
      schemes.set(
        name,
        list.filter((scope) => typeof scope === "string"),
      );
    }
    alternatives.push(schemes);
  }
  return alternatives;
}

/** Reads a Security Scheme Object. */
export function readSecurityScheme(
  build: Build,
  id: string,
  start: Place,
): SecurityScheme | undefined {
  const followed = follow(build, start);
  if (followed === undefined) return undefined;
  const { place } = followed;
  return present({
    id,
    type: textField(build, place, "type") ?? "",
    raw: place.value,
    description: followed.description ?? textField(build, place, "description"),
    source: sourceOf(place),
  });
}

/** Reads `components.securitySchemes`, in code point order of their names. */
export function readSecuritySchemes(build: Build, root: ObjectPlace): SecurityScheme[] {
  const components = objectField(build, root, "components");
  if (components === undefined) return [];
  return mapField(build, components, "securitySchemes")
    .map(([id, place]) => readSecurityScheme(build, id, place))
    .filter((scheme) => scheme !== undefined);
}

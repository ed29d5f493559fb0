// The objects that OpenAPI and AsyncAPI share: info, tags, and security.

import { isJsonArray } from "@specwright/spec-loader";
import type { Info, SecurityScheme, Tag } from "../model/contract.ts";
import type { SecurityRequirement } from "../model/server.ts";
import type { Build } from "./build.ts";
import {
  listField,
  mapField,
  objectField,
  rawObjectField,
  readExtensions,
  reportShape,
  textField,
} from "./fields.ts";
import { followReference } from "./follow-reference.ts";
import {
  holdsObject,
  listMembers,
  memberOf,
  type ObjectPlace,
  omitUndefined,
  type Place,
  sourceOf,
} from "./place.ts";

/** Reads the `info` of a document; missing members become empty texts. */
export function readInfo(build: Build, root: ObjectPlace): Info {
  const place = objectField(build, root, "info");
  if (place === undefined) return { title: "", version: "", extensions: new Map() };
  return omitUndefined({
    title: textField(build, place, "title") ?? "",
    version: textField(build, place, "version") ?? "",
    summary: textField(build, place, "summary"),
    description: textField(build, place, "description"),
    license: rawObjectField(build, place, "license"),
    contact: rawObjectField(build, place, "contact"),
    termsOfService: textField(build, place, "termsOfService"),
    extensions: readExtensions(place),
  });
}

/** Reads a list of Tag Objects. */
export function readTags(build: Build, parent: ObjectPlace): Tag[] {
  const tags: Tag[] = [];
  for (const item of listField(build, parent, "tags")) {
    const place = followReference(build, item)?.place;
    const name = place === undefined ? undefined : textField(build, place, "name");
    if (place === undefined || name === undefined) continue;
    tags.push(omitUndefined({ name, description: textField(build, place, "description") }));
  }
  return tags;
}

/**
 * Reads the `security` of a document or operation: a list of alternatives. Returns undefined if the field
 * is absent.
 */
export function readSecurity(
  build: Build,
  parent: ObjectPlace,
): readonly SecurityRequirement[] | undefined {
  if (memberOf(parent, "security") === undefined) return undefined;
  const alternatives: SecurityRequirement[] = [];
  for (const item of listField(build, parent, "security")) {
    if (!holdsObject(item)) {
      reportShape(build, item, "an object");
      continue;
    }
    const schemes = new Map<string, readonly string[]>();
    for (const [name, scopes] of listMembers(item)) {
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
  const followed = followReference(build, start);
  if (followed === undefined) return undefined;
  const { place } = followed;
  return omitUndefined({
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

import type { SecurityScheme } from "../model/contract.ts";
import type { Build } from "./build.ts";
import { mapField, objectField, textField } from "./fields.ts";
import { follow } from "./follow.ts";
import { type ObjectPlace, type Place, sourceOf } from "./place.ts";
import { present } from "./present.ts";

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

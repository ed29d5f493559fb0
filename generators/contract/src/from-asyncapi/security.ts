import { isJsonArray } from "@specwright/spec-loader";
import type { SecurityRequirement } from "../model/server.ts";
import { listField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import { type ObjectPlace, type Place, pointerSegments } from "../reading/place.ts";
import { readSecurity as readRequirements, readSecurityScheme } from "../reading/shared-objects.ts";
import type { AsyncApi } from "./asyncapi.ts";

/**
 * Reads the `security` of a server or operation: alternatives with one scheme each. AsyncAPI 2 lists the
 * names of schemes. AsyncAPI 3 lists references or inline schemes; the id of an inline scheme includes
 * `owner`.
 */
export function readSecurity(
  asyncapi: Omit<AsyncApi, "servers">,
  parent: ObjectPlace,
  owner: string,
): readonly SecurityRequirement[] {
  const { build, major } = asyncapi;
  if (major === 2) return readRequirements(build, parent) ?? [];
  return listField(build, parent, "security")
    .map((item) => readAlternative(asyncapi, item, owner))
    .filter((alternative) => alternative !== undefined);
}

function readAlternative(
  { build, securitySchemes }: Omit<AsyncApi, "servers">,
  item: Place,
  owner: string,
): SecurityRequirement | undefined {
  const followed = followReference(build, item);
  if (followed === undefined) return undefined;
  const { place, firstStep } = followed;
  const { scopes, type } = place.value;
  let id: string;
  if (firstStep !== undefined) {
    id = pointerSegments(firstStep.pointer).at(-1) ?? "";
  } else {
    id = `${owner} ${typeof type === "string" ? type : "security"}`;
    if (securitySchemes.has(id)) id = `${id} ${place.pointer}`;
  }
  if (!securitySchemes.has(id)) {
    const scheme = readSecurityScheme(build, id, item);
    if (scheme !== undefined) securitySchemes.set(id, scheme);
  }
  const names = isJsonArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [];
  return new Map([[id, names]]);
}

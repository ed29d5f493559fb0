import { isJsonArray } from "@specwright/spec-loader";
import type { SecurityRequirement } from "../model/security-requirement.ts";
import type { Build } from "./build.ts";
import { listField, reportShape } from "./fields.ts";
import { holdsObject, member, members, type ObjectPlace } from "./place.ts";

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

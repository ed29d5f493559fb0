import type { Resolve } from "../checks/check-paths.ts";
import type { Report } from "../checks/check-structure.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, memberOf } from "../json/json-value.ts";
import { dereference } from "../references/resolver.ts";
import type { LintNode } from "./node.ts";

/** Finds JSON bodies and messages without an example. An example in their schema is sufficient. */
export function lintExamples(node: LintNode, resolve: Resolve, report: Report): void {
  const { kind, object, path, source } = node;
  const field = kind === "MediaType" ? "schema" : kind === "Message" ? "payload" : undefined;
  if (field === undefined || !Object.hasOwn(object, field) || hasExample(object)) return;
  const mediaType = path.at(-1) ?? "";
  if (kind === "MediaType" && !/^application\/(?:.*\+)?json\b/.test(mediaType)) return;
  const place = { ...source, pointer: joinPointer(source.pointer, field) };
  const schema = dereference(resolve, place, memberOf(object, field));
  if (schema !== undefined && (hasExample(schema.object) || membersHaveExample(schema.object)))
    return;
  const message =
    kind === "MediaType" ? `the ${mediaType} body has no example` : "the message has no example";
  report({ code: "EXAMPLE_MISSING", source, message });
}

function hasExample(object: JsonObject): boolean {
  return ["example", "examples", "const", "enum"].some((key) => Object.hasOwn(object, key));
}

/**
 * Reports whether the properties of a schema are sufficient examples: one property has an example, or every
 * property has fixed values. A single property with a fixed value, such as a tag, is not sufficient.
 */
function membersHaveExample(schema: JsonObject): boolean {
  const properties = memberOf(schema, "properties");
  if (!isJsonObject(properties)) return false;
  const members = Object.values(properties).filter(isJsonObject);
  if (members.length > 0 && members.every(hasExample)) return true;
  return members.some((each) => Object.hasOwn(each, "example") || Object.hasOwn(each, "examples"));
}

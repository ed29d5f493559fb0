import type { Report } from "../checks/check-structure.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonObject, memberOf } from "../json/json-value.ts";
import { hasText, type LintNode } from "./node.ts";

/** Finds parameters, messages and named schemas without a description. */
export function lintTexts({ kind, object, path, source }: LintNode, report: Report): void {
  switch (kind) {
    case "Parameter":
      if (hasText(object, "description")) return;
      report({
        code: "PARAMETER_DESCRIPTION_MISSING",
        source,
        // A parameter of a channel does not have a `name`. Its name is the key.
        message: `the parameter ${JSON.stringify(memberOf(object, "name") ?? path.at(-1))} has no description`,
      });
      return;
    case "Message":
      // A list of alternatives needs no description. Each alternative needs one.
      if (hasText(object, "title", "summary", "description") || Object.hasOwn(object, "oneOf"))
        return;
      report({
        code: "MESSAGE_DESCRIPTION_MISSING",
        source,
        message: "the message has no title, summary or description",
      });
      return;
    case "Components": {
      const schemas = memberOf(object, "schemas");
      if (!isJsonObject(schemas)) return;
      for (const name of Object.keys(schemas)) {
        const schema = memberOf(schemas, name);
        if (!isJsonObject(schema) || Object.hasOwn(schema, "$ref")) continue;
        if (hasText(schema, "title", "description")) continue;
        report({
          code: "SCHEMA_DESCRIPTION_MISSING",
          source: { ...source, pointer: joinPointer(source.pointer, "schemas", name) },
          message: `the schema ${name} has no description`,
        });
      }
      return;
    }
    default:
  }
}

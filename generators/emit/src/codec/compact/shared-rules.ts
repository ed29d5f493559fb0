// Shares the rules of schemas that occur several times in a contract.

import type { ObjectSchema } from "@specwright/contract";
import { schemaKeys } from "../../rules/equal-schemas.ts";
import { isNestedObject } from "../../rules/nested-object.ts";
import { printRuleFunction } from "../../rules/print-rule.ts";
import { objectSchemas } from "../../rules/reach.ts";
import type { FindLeaf } from "../../rules/shared-leaves.ts";
import type { Printer } from "../printer.ts";
import type { HelperDeclarations } from "./helper-declarations.ts";

/**
 * Returns a printer that declares each shared rule once in `helpers`. The rule is named after the check of
 * the same schema.
 */
export function sharingRules(helpers: HelperDeclarations, leafOf: FindLeaf): Printer {
  const { printer } = helpers;
  const keys = schemaKeys(printer);
  const keyOf = (schema: ObjectSchema): number | undefined =>
    isNestedObject(schema) ? keys.keyOf(schema) : undefined;
  const uses = new Map<number, number>();
  for (const schema of objectSchemas(printer.contract)) {
    const key = printer.contract.declarationOf(schema) === undefined ? keyOf(schema) : undefined;
    if (key !== undefined) uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  return {
    ...printer,
    sharedRule: (schema, print) => {
      const leaf = leafOf(schema);
      if (leaf?.isType === false) {
        const { word } = leaf;
        return helpers.declare(
          `${word.charAt(0).toLowerCase()}${word.slice(1)}Rule`,
          `rule ${leaf.key}`,
          (free) => printRuleFunction(printer, free, print()),
        );
      }
      const key = keyOf(schema);
      const check = key === undefined ? undefined : helpers.nameOf(key);
      if (key === undefined || check === undefined || (uses.get(key) ?? 0) < 2) return undefined;
      const name = `${check.charAt(2).toLowerCase()}${check.slice(3)}Rule`;
      return helpers.declare(name, `rule ${key}`, (free) =>
        printRuleFunction(printer, free, print()),
      );
    },
  };
}

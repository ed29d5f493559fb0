// Creates the checker of a module. It declares each constant and function that the checks need once, with a
// unique name.

import type { ObjectSchema } from "@specwright/contract";
import { printLayout } from "../../print/print-layout.ts";
import type { Printable } from "../../print/printable.ts";
import { schemaKeys } from "../../rules/equal-schemas.ts";
import { printRuleFunction } from "../../rules/print-rule.ts";
import { leadingTo } from "../../rules/reach.ts";
import type { FindLeaf } from "../../rules/shared-leaves.ts";
import { printReturn } from "../check/check-body.ts";
import { checkBody, checkReference, checkSchema } from "../check/check-schema.ts";
import { anyCondition, createCondition } from "../check/condition.ts";
import { type Checker, placeName } from "../check/place.ts";
import { printEveryItem, printObject, printPredicate } from "../check/print-check.ts";
import type { HelperDeclarations } from "./helper-declarations.ts";

/** Creates a checker that adds its declarations to `helpers`. */
export function createChecker(helpers: HelperDeclarations, leafOf: FindLeaf): Checker {
  const { printer } = helpers;
  const isNumber = ({ types }: ObjectSchema): boolean =>
    types?.some((type) => type === "integer" || type === "number") === true;
  const numbers = leadingTo(printer.contract, isNumber, "anywhere");
  const keys = schemaKeys(printer);
  const checker: Checker = {
    printer,
    // Does not use `this`: `askingChecker` copies this method into other checkers.
    check(schema, place) {
      return checkSchema(this, schema, place);
    },
    checkReference(target, place) {
      return checkReference(this, target, place);
    },
    predicateOf: (declaration) => `is${printer.names.type(declaration)}`,
    constant: (name, text) => helpers.declareConstant(name, printLayout(text), text),
    predicate: (name, condition) => checker.body(name, printReturn(condition("value"))),
    body: (name, body) =>
      helpers.declare(`is${name}`, printLayout(body), (free) => printPredicate(free, body)),
    objectPredicate: (schema, place) => {
      const name = `is${placeName(place)}`;
      return helpers.declare(name, keys.keyOf(schema) ?? schema, (free): Printable => {
        return printPredicate(free, printObject(checker, schema, place));
      });
    },
    leafPredicate: (schema, place, isOptional) => {
      const leaf = leafOf(schema);
      if (leaf === undefined || !(isOptional ? leaf.isOftenOptional : !leaf.isType))
        return undefined;
      const key = isOptional ? `optional ${leaf.key}` : leaf.key;
      const known = helpers.nameOf(key);
      if (known !== undefined) return known;
      const at = { ...place, subject: "value", name: { word: leaf.word }, inPlace: true };
      const condition = isOptional
        ? anyCondition([
            createCondition("value === undefined"),
            checkSchema(checker, schema, { ...at, inPlace: false }),
          ])
        : checkBody(checker, schema, at);
      // A single call or comparison is not longer than a call of a shared function.
      if (condition.choices === undefined && condition.parts.length < 2) return undefined;
      const name = `is${isOptional ? "Optional" : ""}${leaf.word}`;
      return helpers.declare(name, key, (free) => printPredicate(free, printReturn(condition)));
    },
    everyItem: (predicate) => {
      const name = `every${printLayout(predicate).replace(/^is/, "")}`;
      return helpers.declare(name, name, (free) => printEveryItem(free, predicate));
    },
    rule: (name, rule) =>
      helpers.declare(name, printLayout(rule), (free) => printRuleFunction(printer, free, rule)),
    holdsNumbers: (schema) => numbers.has(schema),
  };
  return checker;
}

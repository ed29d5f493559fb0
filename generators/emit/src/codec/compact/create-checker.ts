// The checker of a module: declares the constants and functions that checks need, each once and
// under a unique name.

import type { ObjectSchema } from "@specwright/contract";
import { printLayout } from "../../print/print-layout.ts";
import type { Printable } from "../../print/printable.ts";
import { printRuleFunction } from "../../rules/print-rule.ts";
import { leadingTo } from "../../rules/reach.ts";
import { checkReference, checkSchema } from "../check/check-schema.ts";
import { type Checker, nameOf } from "../check/place.ts";
import { printEveryItem, printObject, printPredicate, printReturn } from "../check/print-check.ts";
import { schemaKeys } from "../schema/equal-schemas.ts";
import type { Beside } from "./beside.ts";

/** Creates a checker that adds the declarations it needs to `beside`. */
export function createChecker(beside: Beside): Checker {
  const { printer } = beside;
  const isDynamic = ({ dynamicRef }: ObjectSchema): boolean =>
    dynamicRef?.dynamicAnchor !== undefined;
  const dynamic = leadingTo(printer.contract, isDynamic, "anywhere");
  const isNumber = ({ types }: ObjectSchema): boolean =>
    types?.some((type) => type === "integer" || type === "number") === true;
  const numbers = leadingTo(printer.contract, isNumber, "anywhere");
  const keys = schemaKeys(printer);
  const checker: Checker = {
    printer,
    // Not bound to this checker, because `asking` derives others from it.
    check(schema, place) {
      return checkSchema(this, schema, place);
    },
    checkReference(target, place) {
      return checkReference(this, target, place);
    },
    predicateOf: (declaration) => `is${printer.names.type(declaration)}`,
    constant: (name, text) =>
      beside.declare(name, printLayout(text), (free) => [`const ${free} = `, text, ";"]),
    predicate: (name, condition) => checker.body(name, printReturn(condition("value"))),
    body: (name, body) =>
      beside.declare(`is${name}`, printLayout(body), (free) => printPredicate(free, body)),
    objectPredicate: (schema, place) => {
      const name = `is${nameOf(place)}`;
      return beside.declare(name, keys.keyOf(schema) ?? schema, (free): Printable => {
        return printPredicate(free, printObject(checker, schema, place));
      });
    },
    everyItem: (predicate) => {
      const name = `every${printLayout(predicate).replace(/^is/, "")}`;
      return beside.declare(name, name, (free) => printEveryItem(free, predicate));
    },
    rule: (name, rule) =>
      beside.declare(name, printLayout(rule), (free) => printRuleFunction(printer, free, rule)),
    isDynamic: (schema) => dynamic.has(schema),
    holdsNumbers: (schema) => numbers.has(schema),
  };
  return checker;
}

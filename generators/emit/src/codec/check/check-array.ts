// Checks arrays.

import type { ObjectSchema, Schema } from "@specwright/contract";
import type { Printable } from "../../print/printable.ts";
import {
  all,
  always,
  any,
  type Condition,
  conjunction,
  isAlways,
  isNever,
  predicateCall,
  test,
} from "./condition.ts";
import { asking, type Checker, inside, type Place } from "./place.ts";

/** Checks a value that is known to be an array. */
export function checkArray(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const { minItems = 0, maxItems, uniqueItems } = schema;
  const { subject } = place;
  const conditions: Condition[] = [];
  if (minItems > 0) conditions.push(test([subject, `.length >= ${minItems}`]));
  if (maxItems !== undefined) conditions.push(test([subject, `.length <= ${maxItems}`]));
  conditions.push(checkItems(checker, schema, place), checkContains(checker, schema, place));
  if (uniqueItems === true) {
    const { printer } = checker;
    const call = [printer.runtime("accepts"), "(", printer.runtime("uniqueItems"), `, ${subject})`];
    conditions.push(test(call));
  }
  return all(conditions);
}

function checkItems(
  checker: Checker,
  { prefixItems = [], items }: ObjectSchema,
  place: Place,
): Condition {
  const { subject } = place;
  const first = prefixItems.map((item, index) => {
    const condition = checker.check(item, inside(place, `${subject}[${index}]`, `item ${index}`));
    if (isAlways(condition)) return always;
    return any([test([subject, `.length <= ${index}`]), condition]);
  });
  if (items === undefined) return all(first);
  const item = checkItem(checker, items, place);
  if (isAlways(item)) return all(first);
  if (isNever(item)) return all([...first, test([subject, `.length <= ${prefixItems.length}`])]);
  const rest = prefixItems.length === 0 ? subject : `${subject}.slice(${prefixItems.length})`;
  if (item.predicate !== undefined) {
    const every = checker.everyItem(item.predicate);
    if (prefixItems.length === 0) return predicateCall(every, subject);
    return all([...first, test([every, "(", rest, ")"])]);
  }
  return all([...first, test([rest, ".every(", callback(item), ")"])]);
}

function checkContains(
  checker: Checker,
  { contains, minContains = 1, maxContains }: ObjectSchema,
  place: Place,
): Condition {
  if (contains === undefined) return always;
  const { subject } = place;
  const item = checkItem(asking(checker), contains, place);
  if (minContains === 1 && maxContains === undefined)
    return test([subject, ".some(", callback(item), ")"]);
  const count: Printable = [subject, ".filter(", callback(item), ").length"];
  const conditions: Condition[] = [];
  if (minContains > 0) conditions.push(test([count, ` >= ${minContains}`]));
  if (maxContains !== undefined) conditions.push(test([count, ` <= ${maxContains}`]));
  return all(conditions);
}

function checkItem(checker: Checker, schema: Schema, place: Place): Condition {
  return checker.check(schema, inside(place, "item", "item"));
}

function callback(item: Condition): Printable {
  if (item.predicate !== undefined) return item.predicate;
  const parameters = isAlways(item) || isNever(item) ? "()" : "(item: unknown)";
  return [parameters, " => ", conjunction(item)];
}

// Checks arrays.

import type { ObjectSchema, Schema } from "@specwright/contract";
import type { Printable } from "../../print/printable.ts";
import {
  allConditions,
  always,
  anyCondition,
  type Condition,
  createCondition,
  isAlways,
  isNever,
  predicateCall,
  printConjunction,
} from "./condition.ts";
import { askingChecker, type Checker, type Place, placeInside } from "./place.ts";

/** Checks a value that is known to be an array. */
export function checkArray(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const { minItems = 0, maxItems, uniqueItems } = schema;
  const { subject } = place;
  const conditions: Condition[] = [];
  if (minItems > 0) conditions.push(createCondition([subject, `.length >= ${minItems}`]));
  if (maxItems !== undefined) conditions.push(createCondition([subject, `.length <= ${maxItems}`]));
  conditions.push(checkItems(checker, schema, place), checkContains(checker, schema, place));
  if (uniqueItems === true) {
    const { printer } = checker;
    const call = [printer.runtime("accepts"), "(", printer.runtime("uniqueItems"), `, ${subject})`];
    conditions.push(createCondition(call));
  }
  return allConditions(conditions);
}

function checkItems(
  checker: Checker,
  { prefixItems = [], items }: ObjectSchema,
  place: Place,
): Condition {
  const { subject } = place;
  const first = prefixItems.map((item, index) => {
    const condition = checker.check(
      item,
      placeInside(place, `${subject}[${index}]`, `item ${index}`),
    );
    if (isAlways(condition)) return always;
    return anyCondition([createCondition([subject, `.length <= ${index}`]), condition]);
  });
  if (items === undefined) return allConditions(first);
  const item = checkItem(checker, items, place);
  if (isAlways(item)) return allConditions(first);
  if (isNever(item))
    return allConditions([
      ...first,
      createCondition([subject, `.length <= ${prefixItems.length}`]),
    ]);
  const rest = prefixItems.length === 0 ? subject : `${subject}.slice(${prefixItems.length})`;
  if (item.predicate !== undefined) {
    const every = checker.everyItem(item.predicate);
    if (prefixItems.length === 0) return predicateCall(every, subject);
    return allConditions([...first, createCondition([every, "(", rest, ")"])]);
  }
  return allConditions([...first, createCondition([rest, ".every(", printCallbackFor(item), ")"])]);
}

function checkContains(
  checker: Checker,
  { contains, minContains = 1, maxContains }: ObjectSchema,
  place: Place,
): Condition {
  if (contains === undefined) return always;
  const { subject } = place;
  const item = checkItem(askingChecker(checker), contains, place);
  if (minContains === 1 && maxContains === undefined)
    return createCondition([subject, ".some(", printCallbackFor(item), ")"]);
  const count: Printable = [subject, ".filter(", printCallbackFor(item), ").length"];
  const conditions: Condition[] = [];
  if (minContains > 0) conditions.push(createCondition([count, ` >= ${minContains}`]));
  if (maxContains !== undefined) conditions.push(createCondition([count, ` <= ${maxContains}`]));
  return allConditions(conditions);
}

function checkItem(checker: Checker, schema: Schema, place: Place): Condition {
  return checker.check(schema, placeInside(place, "item", "item"));
}

function printCallbackFor(item: Condition): Printable {
  if (item.predicate !== undefined) return item.predicate;
  const parameters = isAlways(item) || isNever(item) ? "()" : "(item: unknown)";
  return [parameters, " => ", printConjunction(item)];
}

// Prints arrays. With `prefixItems`, an array can be shorter than the prefix, but a zod tuple
// cannot. Both accept the same arrays only if `minItems` is at least the length of the prefix.

import { isNothing, type ObjectSchema } from "@specwright/contract";
import { list, type Printable } from "../print/printable.ts";
import { arrayRules, valueRules } from "./keyword-rules.ts";
import {
  appendChecks,
  asSchema,
  callWithLiteral,
  type Expression,
  innerScope,
  type NativeCheck,
  type Printer,
  printCall,
  ruleSequence,
  type Scope,
  schemaExpression,
  withChecks,
  zod,
} from "./printer.ts";

/** Prints a schema that allows only arrays. */
export function printArray(printer: Printer, schema: ObjectSchema, scope: Scope): Expression {
  const { prefixItems = [], minItems = 0, maxItems } = schema;
  if (prefixItems.length === 0) return printList(printer, schema, scope);
  const isWhole = minItems >= prefixItems.length && (maxItems ?? minItems) >= prefixItems.length;
  if (isWhole) return printTuple(printer, schema, scope);
  const type = valueRules(printer, { ...schema, types: ["array"] });
  return ruleSequence(printer.runtime("allOf"), [...type, ...arrayRules(printer, schema, scope)]);
}

function printList(printer: Printer, schema: ObjectSchema, scope: Scope): Expression {
  const { items, minItems = 0, maxItems, ...others } = schema;
  const item = printItem(printer, items, scope);
  const natives: NativeCheck[] = [];
  if (minItems > 0) natives.push({ method: "min", name: "minLength", argument: minItems });
  if (maxItems !== undefined)
    natives.push({ method: "max", name: "maxLength", argument: maxItems });
  const rules = arrayRules(printer, others, scope);
  const text = appendChecks(
    printer,
    printCall(zod(printer, "array"), asSchema(printer, item)),
    natives,
    rules.map((each) => each.text),
  );
  return schemaExpression(text, [item, ...rules]);
}

function printTuple(printer: Printer, schema: ObjectSchema, scope: Scope): Expression {
  const { prefixItems = [], items, minItems = 0, ...others } = schema;
  const { maxItems } = schema;
  const prefix = prefixItems.map((item) => printer.print(item, innerScope(scope, "item")));
  const isClosed = isNothing(items) || maxItems === prefix.length;
  const rest = isClosed ? [] : [printItem(printer, items, scope)];
  const elements: Printable = list(
    "[",
    prefix.map((item) => asSchema(printer, item)),
    "]",
  );
  const print = rest.length === 0 ? callWithLiteral : printCall;
  const tuple = print(
    zod(printer, "tuple"),
    elements,
    ...rest.map((item) => asSchema(printer, item)),
  );
  // A tuple requires all items of its prefix, and allows more items only if `rest` is set. A rule
  // is therefore not needed if `minItems` is the length of the prefix.
  const least = minItems === prefix.length ? 0 : minItems;
  const rules = arrayRules(printer, { ...others, minItems: least }, scope);
  const text = withChecks(
    tuple,
    rules.map((each) => each.text),
  );
  return schemaExpression(text, [...prefix, ...rest, ...rules]);
}

function printItem(printer: Printer, items: ObjectSchema["items"], scope: Scope): Expression {
  if (items === undefined) return schemaExpression([zod(printer, "unknown"), "()"]);
  return printer.print(items, innerScope(scope, "item"));
}

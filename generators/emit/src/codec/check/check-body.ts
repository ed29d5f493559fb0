// The body of a function that checks `value`.

import {
  group,
  hardline,
  ifBroken,
  indent,
  line,
  type Printable,
  softline,
} from "../../print/printable.ts";
import { mentionsName } from "../mentions.ts";
import { type Condition, isAlways, printExpression } from "./condition.ts";

/** The body of a function that checks `value`: a condition, or statements. */
export type CheckBody = Condition | { readonly statements: Printable };

/** Prints the statements of a function. */
export function printStatements(body: CheckBody): Printable {
  return "statements" in body ? body.statements : printReturn(body);
}

export function printReturn(condition: Condition): Printable {
  const text = printExpression(condition);
  return group("return ", ifBroken("("), indent(softline, text), softline, ifBroken(")"), ";");
}

/**
 * Prints an anonymous function. If its body would only call a different function with the value, prints the
 * name of that function instead.
 */
export function printCallback(body: CheckBody): Printable {
  if ("statements" in body)
    return ["(value) => {", indent(hardline, body.statements), hardline, "}"];
  if (body.predicate !== undefined) return body.predicate;
  if (isAlways(body)) return "() => true";
  const text = printExpression(body);
  const parameters = mentionsName(text, "value") ? "(value)" : "()";
  return group(parameters, " =>", indent(line, text));
}

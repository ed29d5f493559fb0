// Checks `anyOf` and `oneOf`. If the branches differ in the value of one member, that value selects the
// branch.

import { type ObjectSchema, type Schema, type UnionTag, unionTag } from "@specwright/contract";
import { literal, stringLiteral } from "../../print/literal.ts";
import { concat, hardline, indent, type Printable } from "../../print/printable.ts";
import { areDisjoint } from "../../rules/are-disjoint.ts";
import { isEndlessUnion } from "../../rules/rule-scope.ts";
import { asCall } from "./calls.ts";
import {
  allConditions,
  always,
  anyCondition,
  type Condition,
  createCondition,
  inParentheses,
  isAlways,
  predicateCall,
  printExpression,
} from "./condition.ts";
import { askingChecker, type Checker, type Place, placeName, placePart } from "./place.ts";

/** Requires that one branch matches; for `oneOf`, that exactly one branch matches. */
export function checkUnion(
  checker: Checker,
  schema: ObjectSchema,
  keyword: "anyOf" | "oneOf",
  outer: Place,
): Condition {
  const branches = schema[keyword] ?? [];
  if (isEndlessUnion(checker.printer.contract, branches, outer)) return always;
  const place = { ...outer, isBranch: true };
  const tag = unionTag(branches, schema.discriminator);
  if (tag !== undefined) {
    const body = printTagged(checker, tag, { ...place, subject: "value" });
    return predicateCall(checker.body(placeName(place), body), place.subject);
  }
  const isExclusive = keyword === "oneOf" && branches.length > 1 && !areDisjoint(branches);
  let narrowed: Condition["rest"];
  const printed = branches.map((branch, index) => {
    const at = placePart(place, `choice ${index + 1}`);
    const part = (inner: Place): Condition => checker.check(branch, inner);
    if (isExclusive) return asCall(checker, at, part);
    const condition = part(at);
    const { rest, isOpaque } = condition;
    if (rest === undefined || isOpaque) return condition;
    // Inline, this condition would read a value that an earlier branch has narrowed to a different type.
    if (narrowed !== undefined && (narrowed !== rest || rest === "other"))
      return asCall(checker, at, part);
    narrowed = rest;
    return condition;
  });
  if (!isExclusive) return anyCondition(printed);
  // The number of matching branches is counted on the parsed value, because checking the matching branch
  // decodes the value.
  const isDecoded = checker.asks === undefined && branches.some(checker.holdsNumbers);
  const by = askingChecker(checker);
  const asked = isDecoded
    ? branches.map((branch, index) =>
        asCall(by, placePart(place, `match ${index + 1}`), (at) => by.check(branch, at)),
      )
    : printed;
  const one = exactlyOne(checker, asked);
  return isDecoded ? allConditions([one, anyCondition(printed)]) : one;
}

function exactlyOne(checker: Checker, matches: readonly Condition[]): Condition {
  const conditions = matches.map((condition) =>
    isAlways(condition) ? "true" : inParentheses(condition),
  );
  const call: Printable = [checker.printer.runtime("exactlyOne"), "("];
  return {
    ...createCondition([
      call,
      ...conditions.flatMap((each, index) => (index === 0 ? [each] : [", ", each])),
      ")",
    ]),
    isOpaque: true,
  };
}

/** Prints the body of a function that selects the branch of `value` by its tag. */
export function printTagged(checker: Checker, tag: UnionTag, place: Place): Printable {
  const cases = [...groupByBranch(tag)].map(([branch, values], index): Printable => {
    const condition = asCall(checker, placePart(place, `choice ${index + 1}`), (at) =>
      tag.isConstant ? checker.check(branch, at) : checker.checkReference(branch, at),
    );
    const labels = values.map((value): Printable => [hardline, "case ", literal(value), ":"]);
    return [...labels, indent(hardline, "return ", printExpression(condition), ";")];
  });
  return [
    ["if (!", checker.printer.runtime("isObject"), "(value)) return false;", hardline],
    `switch (value[${stringLiteral(tag.property)}]) {`,
    indent(concat(cases), hardline, "default:", indent(hardline, "return false;")),
    [hardline, "}"],
  ];
}

function groupByBranch(tag: UnionTag): ReadonlyMap<Schema, readonly (string | number | boolean)[]> {
  const groups = new Map<Schema, (string | number | boolean)[]>();
  for (const [value, branch] of tag.branches) {
    const group = groups.get(branch);
    if (group === undefined) groups.set(branch, [value]);
    else group.push(value);
  }
  return groups;
}

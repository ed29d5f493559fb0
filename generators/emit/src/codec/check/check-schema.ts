// Converts one schema to a condition on a decoded value.

import {
  foldConstants,
  isAnything,
  listedValues,
  type ObjectSchema,
  type Schema,
  type TypeName,
} from "@specwright/contract";
import type { Printable } from "../../print/printable.ts";
import { isLeaf } from "../../rules/is-leaf.ts";
import { isNestedObject } from "../../rules/nested-object.ts";
import { printRule, ruleName } from "../../rules/print-rule.ts";
import { isEndless, ruleScope } from "../../rules/rule-scope.ts";
import { asCall, joinConditions, leafCall, type Part, ruleCall } from "./calls.ts";
import { checkArray } from "./check-array.ts";
import { checkNumber, checkUntypedNumber } from "./check-number.ts";
import { checkObject, requireAbsent } from "./check-object.ts";
import { checkString, checkText } from "./check-string.ts";
import { checkUnion } from "./check-union.ts";
import { applyLimits, checkValues } from "./check-values.ts";
import {
  allConditions,
  always,
  anyCondition,
  type Condition,
  createCondition,
  inParentheses,
  isAlways,
  negateCondition,
  never,
  predicateCall,
  unlessExempt,
} from "./condition.ts";
import { askingChecker, type Checker, constantName, type Place, placePart } from "./place.ts";

/** Returns the check of a value. If the schema is a declaration, the check calls its function. */
export function checkSchema(checker: Checker, schema: Schema, place: Place): Condition {
  if (schema.kind === "boolean") return schema.value ? always : never;
  const declaration = checker.printer.contract.declarationOf(schema);
  if (declaration !== undefined && (declaration !== place.declaration || !place.inPlace))
    return checkReference(checker, schema, place);
  if (declaration === undefined && isCheckedSeparately(checker, schema, place))
    return predicateCall(checker.objectPredicate(schema, place), place.subject);
  return leafCall(checker, schema, place) ?? checkBody(checker, schema, place);
}

function isCheckedSeparately(checker: Checker, schema: ObjectSchema, { inPlace }: Place): boolean {
  if (inPlace || checker.asks !== undefined) return false;
  return isNestedObject(schema);
}

/** Checks a value by the target of a `$ref`. */
export function checkReference(checker: Checker, target: Schema, place: Place): Condition {
  const declaration = checker.printer.contract.declarationOf(target);
  if (target.kind === "boolean" || declaration === undefined)
    return checkSchema(checker, target, place);
  if (isEndless(checker.printer.contract, target, place)) return always;
  if (isLeaf(target)) return checkBody(checker, target, place);
  if (checker.asks !== undefined && checker.holdsNumbers(target))
    return ruleCall(checker, ruleName(checker.asks, declaration), place);
  return predicateCall(checker.predicateOf(declaration), place.subject);
}

/** Returns the complete check of a value, even if the schema is a declaration. */
export function checkBody(checker: Checker, written: ObjectSchema, place: Place): Condition {
  const schema = foldConstants(written);
  if ((schema.unevaluatedItems ?? schema.unevaluatedProperties) !== undefined)
    return checkByRule(checker, written, place);
  const others = conjunctParts(checker, schema);
  if (others.length === 0) return checkOwn(checker, schema, place);
  return joinConditions(checker, place, [(at) => checkOwn(checker, schema, at), ...others]);
}

/**
 * Checks a value with a rule, if the result depends on other keywords or on the calling rule. Inline code
 * knows neither of them.
 */
function checkByRule(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const printer = checker.asks ?? checker.printer;
  const { declaration, inPlace, isBranch } = place;
  const rule =
    schema === declaration.schema
      ? ruleName(printer, declaration)
      : checker.rule(
          constantName(place, "rule"),
          printRule(printer, schema, { ...ruleScope(declaration), inPlace, isBranch }),
        );
  return ruleCall(checker, rule, place);
}

const combiners = [
  "ref",
  "allOf",
  "anyOf",
  "oneOf",
  "dynamicRef",
  "not",
  "if",
  "dependentSchemas",
] as const;

function conjunctParts(checker: Checker, schema: ObjectSchema): readonly Part[] {
  const { allOf = [], not, then, else: otherwise, dependentSchemas } = schema;
  const parts: Part[] = [];
  if (!combiners.some((name) => schema[name] !== undefined)) return parts;
  for (const reference of [schema.ref, schema.dynamicRef]) {
    if (reference !== undefined)
      parts.push((place) => checkReference(checker, reference.target, place));
  }
  for (const part of allOf) {
    if (!isAnything(part)) parts.push((place) => checkSchema(checker, part, place));
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (schema[keyword] !== undefined)
      parts.push((place) => checkUnion(checker, schema, keyword, place));
  }
  if (not !== undefined)
    parts.push((place) =>
      negateCondition(checkSchema(askingChecker(checker), not, placePart(place, "excluded"))),
    );
  if (schema.if !== undefined && (then ?? otherwise) !== undefined) {
    const condition = schema.if;
    parts.push((place) => checkCondition(checker, [condition, then, otherwise], place));
  }
  for (const [name, part] of dependentSchemas ?? []) {
    parts.push((place) => checkDependent(checker, name, part, place));
  }
  return parts;
}

function checkCondition(
  checker: Checker,
  [condition, then, otherwise]: readonly [Schema, Schema | undefined, Schema | undefined],
  place: Place,
): Condition {
  const apart = (schema: Schema | undefined, word: string, by = checker): Condition => {
    if (schema === undefined) return always;
    return asCall(by, placePart(place, word), (at) => checkSchema(by, schema, at));
  };
  const when = apart(condition, "condition", askingChecker(checker));
  const choices = [apart(then, "then"), apart(otherwise, "otherwise")];
  if (choices.every(isAlways)) return always;
  const [yes, no] = choices.map(inParentheses);
  const text: Printable = ["(", inParentheses(when), " ? ", yes ?? "", " : ", no ?? "", ")"];
  return { parts: [text], isOpaque: true };
}

function checkDependent(checker: Checker, name: string, schema: Schema, place: Place): Condition {
  const part = placePart(place, name);
  const dependent = asCall(checker, part, (at) => checkSchema(checker, schema, at));
  return unlessExempt(
    isNoObject(checker, place),
    "object",
    anyCondition([requireAbsent(place, name), dependent]),
  );
}

/** Checks the type of the schema and the keywords of its types. */
function checkOwn(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const { types } = schema;
  const isOpen = schema.openEnum === true && schema.const === undefined;
  const values = isOpen ? undefined : listedValues(schema);
  if (values !== undefined) {
    const { limited, others } = applyLimits(schema, values);
    const listed = checkValues(checker, schema, limited, place);
    const limits = asCall(checker, placePart(place, "limits"), (at) =>
      checkLimits(checker, others, at),
    );
    return allConditions([listed, limits]);
  }
  if (types === undefined) return checkLimits(checker, schema, place);
  const told = types.filter((type) => type !== "integer" || !types.includes("number"));
  return anyCondition(told.map((type) => checkType(checker, schema, type, place)));
}

function checkType(
  checker: Checker,
  schema: ObjectSchema,
  type: TypeName,
  place: Place,
): Condition {
  const { subject } = place;
  switch (type) {
    case "null":
      return createCondition([subject, " === null"]);
    case "boolean":
      return createCondition(["typeof ", subject, ' === "boolean"']);
    case "integer":
    case "number":
      return checkNumber(checker, schema, type, place);
    case "string":
      return checkText(checker, schema, place);
    case "array": {
      const items = checkArray(checker, schema, place);
      // The function for the items already checks that the value is an array.
      if (items.predicate !== undefined) return items;
      return allConditions([createCondition(["Array.isArray(", subject, ")"]), items]);
    }
    case "object":
      return allConditions([checkIsObject(checker, place), checkObject(checker, schema, place)]);
    default:
      return type satisfies never;
  }
}

/** Checks the keywords of each type, for values of that type only. */
function checkLimits(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const { subject } = place;
  return allConditions([
    unlessExempt(
      createCondition(["typeof ", subject, ' !== "string"']),
      "string",
      checkString(checker, schema, place),
    ),
    checkUntypedNumber(checker, schema, place),
    unlessExempt(
      createCondition(["!Array.isArray(", subject, ")"]),
      "array",
      checkArray(checker, schema, place),
    ),
    unlessExempt(isNoObject(checker, place), "object", checkObject(checker, schema, place)),
  ]);
}

function checkIsObject(checker: Checker, { subject }: Place): Condition {
  return createCondition([checker.printer.runtime("isObject"), "(", subject, ")"]);
}

function isNoObject(checker: Checker, { subject }: Place): Condition {
  return createCondition(["!", checker.printer.runtime("isObject"), "(", subject, ")"]);
}

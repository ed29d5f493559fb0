// Checks objects. Inherited members do not count, so an object can have a member named `constructor`,
// `toString` or `__proto__`. A member with the value `undefined` is ignored, because JSON omits it.

import {
  isAnything,
  isInherited,
  isNothing,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";
import { literal, regularExpression, stringLiteral } from "../../print/literal.ts";
import { list, type Printable } from "../../print/printable.ts";
import { requiredNames } from "../../rules/member-rules.ts";
import { mentionsName } from "../mentions.ts";
import { leafCall } from "./calls.ts";
import {
  allConditions,
  always,
  anyCondition,
  type Condition,
  createCondition,
  isAlways,
  isNever,
  printConjunction,
} from "./condition.ts";
import { type Checker, constantName, memberPlace, type Place, placeInside } from "./place.ts";
import { refusesNothing } from "./refuses-nothing.ts";

/** Checks a value that is known to be an object. */
export function checkObject(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const { dependentRequired = new Map<string, readonly string[]>() } = schema;
  return allConditions([
    ...checkMembers(checker, schema, place),
    ...checkOthers(checker, schema, place),
    ...checkCounts(checker, schema, place),
    ...checkSign(checker, schema, place),
    ...[...dependentRequired].map(([name, names]) =>
      anyCondition([
        requireAbsent(place, name),
        allConditions(names.map((each) => requirePresent(place, each))),
      ]),
    ),
  ]);
}

function checkSign(
  checker: Checker,
  { sameSign }: ObjectSchema,
  place: Place,
): readonly Condition[] {
  if (sameSign === undefined) return [];
  const [left = "", right = ""] = sameSign.map((name) => memberPlace(place, name).subject);
  return [createCondition([checker.printer.runtime("haveSameSign"), `(${left}, ${right})`])];
}

function checkMembers(checker: Checker, schema: ObjectSchema, place: Place): readonly Condition[] {
  const { properties = new Map<string, Schema>() } = schema;
  const required = new Set(requiredNames(checker.printer, schema));
  const conditions = [...properties].map(([name, property]) => {
    const member = memberPlace(place, name);
    if (!required.has(name)) {
      const isLeaf = property.kind !== "boolean" && !isInherited(name);
      const call = isLeaf ? leafCall(checker, property, member, true) : undefined;
      if (call !== undefined) return call;
    }
    const condition = checker.check(property, member);
    if (!required.has(name))
      return isAlways(condition) ? always : anyCondition([requireAbsent(place, name), condition]);
    const isTold = refusesNothing(property) && !isInherited(name);
    return isTold ? condition : allConditions([requirePresent(place, name), condition]);
  });
  const unlisted = [...required].filter((name) => !properties.has(name));
  return [...conditions, ...unlisted.map((name) => requirePresent(place, name))];
}

export function requirePresent(place: Place, name: string): Condition {
  const { subject } = memberPlace(place, name);
  if (isInherited(name)) return createCondition(printHasOwn(place, name));
  return createCondition([subject, " !== undefined"]);
}

export function requireAbsent(place: Place, name: string): Condition {
  const { subject } = memberPlace(place, name);
  if (isInherited(name)) return createCondition(["!", printHasOwn(place, name)]);
  return createCondition([subject, " === undefined"]);
}

function printHasOwn(place: Place, name: string): Printable {
  return ["Object.hasOwn(", place.subject, ", ", literal(name), ")"];
}

/** Checks the members that the schema does not name. */
function checkOthers(checker: Checker, schema: ObjectSchema, place: Place): readonly Condition[] {
  const { additionalProperties, propertyNames } = schema;
  const patterns = readPatterns(checker, schema, place);
  const conditions: Condition[] = [];
  const isClosed = isNothing(additionalProperties);
  if (isClosed && patterns.length === 0) {
    conditions.push(checkClosed(checker, schema, place));
  } else if (patterns.length > 0 || !isAnything(additionalProperties)) {
    conditions.push(checkEach(checker, schema, patterns, place));
  }
  if (propertyNames !== undefined && !isAnything(propertyNames)) {
    const { key } = lambdaNames(place);
    const name = checker.check(propertyNames, placeInside(place, key, "key"));
    conditions.push(everyMember(checker, place, name, { keyType: ": unknown" }));
  }
  return conditions;
}

/** The maximum number of optional members in a closed object that is checked by counting. */
const MOST_COUNTED = 4;

/**
 * Checks that an object has only named members. With few optional members, the check counts: the number of
 * named members that are present must equal the number of all members.
 */
function checkClosed(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const { properties = new Map<string, Schema>() } = schema;
  const names = requiredNames(checker.printer, schema);
  const required = [...new Set(names)].filter((name) => properties.has(name));
  const optional = [...properties.keys()].filter((name) => !required.includes(name));
  if (optional.length > MOST_COUNTED) {
    return everyMember(checker, place, isNamed(checker, schema, place));
  }
  const counts = optional.map((name) => [" + Number(", ...requirePresent(place, name).parts, ")"]);
  const count = [checker.printer.runtime("countMembers"), "(", place.subject, ")"];
  return createCondition([count, " === ", required.length, ...counts]);
}

function isNamed(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const names = [...(schema.properties ?? new Map<string, Schema>()).keys()];
  const { key } = lambdaNames(place);
  if (names.length <= 3)
    return anyCondition(names.map((name) => createCondition([`${key} === `, stringLiteral(name)])));
  const set = [
    "new Set(",
    list(
      "[",
      names.map((name) => stringLiteral(name)),
      "]",
    ),
    ")",
  ];
  return createCondition([checker.constant(constantName(place, "members"), set), `.has(${key})`]);
}

interface PatternMember {
  readonly matches: Condition;
  readonly condition: Condition;
}

function readPatterns(
  checker: Checker,
  schema: ObjectSchema,
  place: Place,
): readonly PatternMember[] {
  const { key, member } = lambdaNames(place);
  return [...(schema.patternProperties ?? [])].flatMap(([pattern, property]) => {
    const expression = regularExpression(pattern);
    if (expression === undefined) return [];
    const name = checker.constant(constantName(place, "pattern"), expression);
    const condition = checker.check(property, placeInside(place, member, "member"));
    return [{ matches: createCondition([name, `.test(${key})`]), condition }];
  });
}

function checkEach(
  checker: Checker,
  schema: ObjectSchema,
  patterns: readonly PatternMember[],
  place: Place,
): Condition {
  const { additionalProperties: additional } = schema;
  const matched = patterns
    .filter(({ condition }) => !isAlways(condition))
    .map(({ matches, condition }) => anyCondition([printUnless(matches), condition]));
  const conditions = [...matched];
  // A nested function can have a parameter with the same name, so a search of the text cannot show whether
  // the code uses `key`.
  let usesKey = matched.length > 0;
  if (!isAnything(additional) && additional !== undefined) {
    const other = checker.check(
      additional,
      placeInside(place, lambdaNames(place).member, "member"),
    );
    const known = [isNamed(checker, schema, place), ...patterns.map(({ matches }) => matches)];
    usesKey ||= !known.every(isNever);
    conditions.push(anyCondition([...known, other]));
  }
  return everyMember(checker, place, allConditions(conditions), { usesKey });
}

function printUnless(matches: Condition): Condition {
  return createCondition(["!", ...matches.parts]);
}

function everyMember(
  { printer }: Checker,
  place: Place,
  condition: Condition,
  { usesKey = true, keyType = "" }: { readonly usesKey?: boolean; readonly keyType?: string } = {},
): Condition {
  if (isAlways(condition)) return always;
  const text = printConjunction(condition);
  const { member, key } = lambdaNames(place);
  const first = mentionsName(text, member) ? `${member}: unknown` : "_";
  const parameters =
    usesKey && mentionsName(text, key) ? `(${first}, ${key}${keyType})` : `(${first})`;
  const call = [printer.runtime("everyMember"), "(", place.subject, ", "];
  return createCondition([...call, parameters, " => ", text, ")"]);
}

/**
 * Returns the parameter names of the function that checks the members of an object: `member` and `key`. If
 * such functions are nested, the names of the inner function end in a number, because the inner function
 * can also use the outer parameters.
 */
function lambdaNames({ subject }: Place): { readonly member: string; readonly key: string } {
  const [, outer] = /(?<!["\w$])(?:member|key)(\d*)(?!["\w$])/.exec(subject) ?? [];
  const depth = outer === undefined ? "" : String(Number(outer || 1) + 1);
  return { member: `member${depth}`, key: `key${depth}` };
}

function checkCounts(
  { printer }: Checker,
  { minProperties = 0, maxProperties }: ObjectSchema,
  { subject }: Place,
): readonly Condition[] {
  const count = [printer.runtime("countMembers"), "(", subject, ")"];
  const conditions: Condition[] = [];
  if (minProperties > 0) conditions.push(createCondition([count, ` >= ${minProperties}`]));
  if (maxProperties !== undefined)
    conditions.push(createCondition([count, ` <= ${maxProperties}`]));
  return conditions;
}

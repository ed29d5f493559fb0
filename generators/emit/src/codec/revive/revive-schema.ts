// Prints statements that decode a parsed value in place.

import {
  isInherited,
  type ObjectSchema,
  type Schema,
  type UnionTag,
  unionTag,
} from "@specwright/contract";
import { literal, regularExpression, stringLiteral } from "../../print/literal.ts";
import { concat, hardline, indent, join, list, type Printable } from "../../print/printable.ts";
import { requiredNames } from "../../rules/member-rules.ts";
import { printRule } from "../../rules/print-rule.ts";
import { isEndless, isEndlessUnion, ruleScope } from "../../rules/rule-scope.ts";
import { checkSchema } from "../check/check-schema.ts";
import {
  askingChecker,
  type Checker,
  constantName,
  memberPlace,
  type Place,
  placeInside,
  placeName,
  placePart,
} from "../check/place.ts";
import type { Revival } from "./revival.ts";

/** Prints the functions that revive values, into one file. */
export interface Reviver {
  readonly checker: Checker;
  readonly revival: Revival;
  /** Returns the name of the function that revives the values of a declaration. */
  reviveOf(declaration: Place["declaration"]): string;
  /** Declares a function that runs the statements on its parameter `value`; returns its name. */
  declare(name: string, statements: (place: Place) => readonly Printable[], place: Place): string;
}

/** Prints the statements that revive the value of a place; empty if the value needs no reviving. */
export function reviveSchema(reviver: Reviver, schema: Schema, place: Place): readonly Printable[] {
  if (schema.kind === "boolean" || !reviver.revival.isNeeded(schema)) return [];
  const { contract } = reviver.checker.printer;
  return contract.declarationOf(schema) === undefined
    ? reviveBody(reviver, schema, place)
    : reviveReference(reviver, schema, place);
}

function reviveReference(reviver: Reviver, target: Schema, place: Place): readonly Printable[] {
  const { checker, revival } = reviver;
  const declaration = checker.printer.contract.declarationOf(target);
  if (target.kind === "boolean" || !revival.isNeeded(target)) return [];
  if (declaration === undefined) return reviveSchema(reviver, target, place);
  if (isEndless(checker.printer.contract, target, place)) return [];
  const { subject } = place;
  if (isScalar(target)) return reviveBody(reviver, target, place);
  const call: Printable = `${reviver.reviveOf(declaration)}(${subject}, digits)`;
  return [revival.mayReplace(target) ? printAssignment(place, call) : [call, ";"]];
}

/** Reports whether a schema describes only a number. */
function isScalar(schema: ObjectSchema): boolean {
  const { ref, allOf, anyOf, oneOf } = schema;
  const types = schema.types?.filter((type) => type !== "null");
  const isNumber = types?.length === 1 && (types[0] === "integer" || types[0] === "number");
  return isNumber && (ref ?? allOf ?? anyOf ?? oneOf ?? schema.if) === undefined;
}

/**
 * Assigns the result of a call to the subject. If the value is optional, assigns only if it is present.
 */
function printAssignment({ subject, isRequired }: Place, call: Printable): Printable {
  const statement: Printable = [subject, " = ", call, ";"];
  if (subject === "value" || isRequired === true) return statement;
  return [`if (${subject} !== undefined) `, statement];
}

/**
 * Prints all statements that revive a value, even if the schema is a declaration with its own function.
 */
export function reviveBody(
  reviver: Reviver,
  schema: ObjectSchema,
  place: Place,
): readonly Printable[] {
  const { ref, dynamicRef, allOf = [], anyOf, oneOf, dependentSchemas } = schema;
  const statements = [
    ...reviveNumber(reviver, schema, place),
    ...reviveArray(reviver, schema, place),
    ...reviveObject(reviver, schema, place),
  ];
  for (const reference of [ref, dynamicRef]) {
    if (reference !== undefined)
      statements.push(...reviveReference(reviver, reference.target, place));
  }
  for (const [index, part] of allOf.entries())
    statements.push(...reviveSchema(reviver, part, placePart(place, `part ${index + 1}`)));
  for (const branches of [anyOf, oneOf]) {
    if (branches !== undefined) statements.push(...reviveUnion(reviver, schema, branches, place));
  }
  statements.push(...reviveCondition(reviver, schema, place));
  for (const [name, part] of dependentSchemas ?? []) {
    const inner = reviveSchema(reviver, part, placePart(place, name));
    if (inner.length === 0) continue;
    const { subject } = memberPlace(place, name);
    statements.push(
      printBlock([isObject(reviver, place.subject), ` && ${subject} !== undefined`], inner),
    );
  }
  statements.push(...reviveUnevaluated(reviver, schema, place));
  return statements;
}

function reviveNumber(
  { checker, revival }: Reviver,
  schema: ObjectSchema,
  place: Place,
): readonly Printable[] {
  const { subject } = place;
  const kind = revival.numberOf(schema);
  if (kind === undefined) return [];
  if (kind !== "bigint") {
    // An exact double is converted only if no digit is lost.
    const isExact =
      kind === "double" ? "" : ` && String(Number(${subject})) === String(${subject})`;
    return [`if (typeof ${subject} === "bigint"${isExact}) ${subject} = Number(${subject});`];
  }
  const exactInteger = checker.printer.runtime("exactInteger");
  return [printAssignment(place, [exactInteger, `(${subject}, digits)`])];
}

function reviveArray(reviver: Reviver, schema: ObjectSchema, place: Place): readonly Printable[] {
  const { prefixItems = [], items } = schema;
  const { subject } = place;
  const { printer } = reviver.checker;
  const statements: Printable[] = [];
  const first = prefixItems.flatMap((item, index) =>
    reviveSchema(reviver, item, placeInside(place, `${subject}[${index}]`, `item ${index}`)),
  );
  if (first.length > 0) statements.push(printBlock(`Array.isArray(${subject})`, first));
  if (items === undefined || !reviver.revival.isNeeded(items)) return statements;
  const revive = reviveFunction(reviver, items, placeInside(place, "value", "item"));
  const from = prefixItems.length === 0 ? "" : `, ${prefixItems.length}`;
  statements.push([printer.runtime("reviveItems"), `(${subject}, ${revive}, digits${from});`]);
  return statements;
}

function reviveFunction(reviver: Reviver, schema: Schema, place: Place): string {
  const { contract } = reviver.checker.printer;
  const target =
    schema.kind === "schema" && isReference(schema) ? (schema.ref?.target ?? schema) : schema;
  const declaration = contract.declarationOf(target);
  if (declaration !== undefined) return reviver.reviveOf(declaration);
  return reviver.declare(placeName(place), (at) => reviveSchema(reviver, schema, at), place);
}

function isReference(schema: ObjectSchema): boolean {
  const { ref, types, allOf, anyOf, oneOf, properties, items, additionalProperties } = schema;
  const others = types ?? allOf ?? anyOf ?? oneOf ?? properties ?? items ?? additionalProperties;
  return ref !== undefined && others === undefined;
}

function reviveObject(reviver: Reviver, schema: ObjectSchema, place: Place): readonly Printable[] {
  const { properties = new Map<string, Schema>() } = schema;
  const required = new Set(requiredNames(reviver.checker.printer, schema));
  const statements: Printable[] = [];
  for (const [name, property] of properties) {
    const member = { ...memberPlace(place, name), isRequired: required.has(name) };
    const inner = reviveSchema(reviver, property, member);
    if (inner.length === 0) continue;
    if (isInherited(name))
      statements.push(printBlock(`Object.hasOwn(${place.subject}, ${stringLiteral(name)})`, inner));
    else statements.push(...inner);
  }
  const { additionalProperties, patternProperties = new Map<string, Schema>() } = schema;
  const { isNeeded } = reviver.revival;
  // `additionalProperties` applies to a member only if its name matches none of the patterns.
  const isEach = additionalProperties !== undefined && isNeeded(additionalProperties);
  const patterns = [...patternProperties]
    .filter(([, member]) => isEach || isNeeded(member))
    .map(([pattern, member]) => ({ test: patternTest(reviver, pattern, place), member }));
  for (const { test, member } of patterns) {
    if (test !== undefined) statements.push(...reviveOthers(reviver, member, test, place));
  }
  if (additionalProperties !== undefined) {
    const known = [...properties.keys()].map((name) => `key !== ${stringLiteral(name)}`);
    const unmatched = patterns.flatMap(({ test }) => (test === undefined ? [] : [`!${test}`]));
    const applies = [...known, ...unmatched].join(" && ");
    statements.push(...reviveOthers(reviver, additionalProperties, applies, place));
  }
  return statements.length === 0 ? [] : [printBlock(isObject(reviver, place.subject), statements)];
}

function patternTest({ checker }: Reviver, pattern: string, place: Place): string | undefined {
  const expression = regularExpression(pattern);
  if (expression === undefined) return undefined;
  return `${checker.constant(constantName(place, "pattern"), expression)}.test(key)`;
}

function reviveOthers(
  reviver: Reviver,
  schema: Schema,
  applies: string,
  place: Place,
): readonly Printable[] {
  if (!reviver.revival.isNeeded(schema)) return [];
  const revive = reviveFunction(reviver, schema, placeInside(place, "value", "member"));
  const filter = applies === "" ? [] : [`(key) => ${applies}`];
  const call = list("(", [place.subject, revive, "digits", ...filter], ")");
  return [[reviver.checker.printer.runtime("reviveMembers"), call, ";"]];
}

function reviveUnion(
  reviver: Reviver,
  schema: ObjectSchema,
  branches: readonly Schema[],
  outer: Place,
): readonly Printable[] {
  const { checker, revival } = reviver;
  if (!branches.some((branch) => revival.isNeeded(branch))) return [];
  if (isEndlessUnion(checker.printer.contract, branches, outer)) return [];
  const place = { ...outer, isBranch: true };
  const tag = unionTag(branches, schema.discriminator);
  if (tag !== undefined) return reviveTagged(reviver, tag, place);
  const choices = branches.map((branch, index) => ({
    branch,
    at: placePart(place, `choice ${index + 1}`),
  }));
  if (revival.areApart(branches))
    return choices.flatMap(({ branch, at }) => reviveSchema(reviver, branch, at));
  const pairs = choices.map(({ branch, at }) => {
    const revive = reviver.declare(
      placeName(at),
      (inner) => reviveSchema(reviver, branch, inner),
      at,
    );
    const is = checker.predicate(placeName(at), (subject) =>
      checkSchema(checker, branch, { ...at, subject }),
    );
    return `[${revive}, ${is}]`;
  });
  const call = list("(", [place.subject, list("[", pairs, "]"), "digits"], ")");
  return [printAssignment(place, [checker.printer.runtime("reviveBranches"), call])];
}

function reviveTagged(reviver: Reviver, tag: UnionTag, place: Place): readonly Printable[] {
  const { subject } = memberPlace(place, tag.property);
  const groups = new Map<Schema, Printable[]>();
  for (const [value, branch] of tag.branches) {
    const labels = groups.get(branch);
    if (labels === undefined) groups.set(branch, [literal(value)]);
    else labels.push(literal(value));
  }
  const cases = [...groups].flatMap(([branch, values], index): Printable[] => {
    const statements = reviveSchema(reviver, branch, placePart(place, `choice ${index + 1}`));
    if (statements.length === 0) return [];
    const labels = values.map((value): Printable => [hardline, "case ", value, ":"]);
    return [
      ...labels,
      indent(
        statements.map((each): Printable => [hardline, each]),
        hardline,
        "break;",
      ),
    ];
  });
  if (cases.length === 0) return [];
  return [
    printBlock(isObject(reviver, place.subject), [
      [`switch (${subject}) {`, indent(concat(cases)), hardline, "}"],
    ]),
  ];
}

function reviveCondition(
  reviver: Reviver,
  schema: ObjectSchema,
  place: Place,
): readonly Printable[] {
  const { if: when, then, else: otherwise } = schema;
  const parts = [then, otherwise].filter((part) => part !== undefined);
  if (when === undefined || !parts.some((part) => reviver.revival.isNeeded(part))) return [];
  const { checker } = reviver;
  const at = placePart(place, "condition");
  const by = askingChecker(checker);
  const condition = checker.predicate(placeName(at), (subject) =>
    checkSchema(by, when, { ...at, subject }),
  );
  const branch = (word: string, part: Schema | undefined): string =>
    reviver.declare(
      placeName(placePart(place, word)),
      (inner) => (part === undefined ? [] : reviveSchema(reviver, part, inner)),
      placePart(place, word),
    );
  const branches = list("[", [branch("then", then), branch("otherwise", otherwise)], "]");
  const call = list("(", [place.subject, condition, branches, "digits"], ")");
  return [printAssignment(place, [checker.printer.runtime("reviveIf"), call])];
}

/**
 * Prints the statements for `unevaluatedProperties` and `unevaluatedItems`. They run after all other
 * statements.
 */
function reviveUnevaluated(
  reviver: Reviver,
  { unevaluatedProperties, unevaluatedItems, ...others }: ObjectSchema,
  place: Place,
): readonly Printable[] {
  const { checker, revival } = reviver;
  const { printer } = checker;
  // `unevaluatedProperties` applies to the members of an object, `unevaluatedItems` to the items of an
  // array.
  const parts = [
    { part: unevaluatedProperties, condition: isObject(reviver, place.subject) },
    { part: unevaluatedItems, condition: `Array.isArray(${place.subject})` },
  ];
  return parts.flatMap(({ part, condition }) => {
    if (part === undefined || !revival.isNeeded(part)) return [];
    const { declaration, inPlace } = place;
    const scope = { ...ruleScope(declaration), inPlace };
    const rule = checker.rule(constantName(place, "looks"), printRule(printer, others, scope));
    const revive = reviveFunction(reviver, part, placeInside(place, "value", "unevaluated"));
    const call = list("(", [place.subject, rule, revive, "digits"], ")");
    return [printBlock(condition, [[printer.runtime("reviveUnevaluated"), call, ";"]])];
  });
}

function isObject({ checker }: Reviver, subject: string): Printable {
  return [checker.printer.runtime("isObject"), `(${subject})`];
}

function printBlock(condition: Printable, statements: readonly Printable[]): Printable {
  return ["if (", condition, ") {", indent(hardline, join(hardline, statements)), hardline, "}"];
}

// Prints a schema as a rule, which is composed of rules of the runtime. These support all of JSON Schema
// and report every violation. A rule is created when it is first used, so rules can refer to each other in
// any order.

import {
  type Declaration,
  type ObjectSchema,
  type Schema,
  unionTag,
  valueForms,
} from "@specwright/contract";
import { propertyKey, stringLiteral } from "../print/literal.ts";
import { runtimeModule } from "../print/modules.ts";
import { hardline, indent, type Printable } from "../print/printable.ts";
import { childMembers } from "./child-members.ts";
import { isLeaf } from "./is-leaf.ts";
import { arrayRules, objectRules, wholeObject } from "./member-rules.ts";
import { repeatingDeclarations } from "./reach.ts";
import {
  printRecord,
  printRuntimeRule,
  printSequence,
  type RulePrinter,
  ruleOfRecord,
} from "./rule-printer.ts";
import {
  isEndless,
  isEndlessUnion,
  type RuleScope,
  rulePlan,
  ruleScope,
  within,
} from "./rule-scope.ts";
import { numberRules, stringRules, valueRules } from "./scalar-rules.ts";

/** Returns the name of the rule of a declaration, such as `orderViewRule`. */
export function ruleName(printer: Pick<RulePrinter, "names">, declaration: Declaration): string {
  return `${lowerFirst(printer.names.type(declaration))}Rule`;
}

/** Prints a reference to the rule of a declaration: its name. */
export function ruleReference(printer: RulePrinter, declaration: Declaration): string {
  printer.refer?.(declaration);
  return ruleName(printer, declaration);
}

/** Prints the rule of a declaration as a function. */
export function printDeclarationRule(printer: RulePrinter, declaration: Declaration): Printable {
  const { schema } = declaration;
  if (schema.kind === "boolean")
    return printRuntimeRule(printer, schema.value ? "accept" : "reject");
  return printBody(printer, schema, ruleScope(declaration));
}

/**
 * Prints the function that creates a rule, for a declaration or for a part. It is a function because
 * bundlers remove all unused functions, but unused constants only if they are not nested too deep.
 */
export function printRuleFunction(
  printer: RulePrinter,
  name: string,
  body: Printable,
  declaration?: Declaration,
): Printable {
  const isRepeating =
    declaration !== undefined && repeatingDeclarations(printer.contract).has(declaration);
  const make = printer.runtime(isRepeating ? "rememberedRule" : "deferred");
  const type = printer.file.importType("Payload", runtimeModule);
  const call = [make, "(", name, ", () => ", body, ", payload);"];
  return [
    ["function ", name, "(payload: ", type, "): void {"],
    indent(hardline, call),
    [hardline, "}"],
  ];
}

/**
 * Prints the rule of a schema. If the schema is a declaration, prints the name of its rule, unless this is
 * the rule that is being printed.
 */
export function printRule(printer: RulePrinter, schema: Schema, scope: RuleScope): Printable {
  if (schema.kind === "boolean")
    return printRuntimeRule(printer, schema.value ? "accept" : "reject");
  const declaration = printer.contract.declarationOf(schema);
  if (isLeaf(schema)) return printBody(printer, schema, scope);
  if (declaration !== undefined && schema !== scope.declaration.schema)
    return ruleReference(printer, declaration);
  if (declaration !== undefined && !scope.inPlace) return ruleReference(printer, declaration);
  if (declaration === undefined && !scope.inPlace) {
    const shared = printer.sharedRule?.(schema, () => printBody(printer, schema, scope));
    if (shared !== undefined) return shared;
  }
  return printBody(printer, schema, scope);
}

function printBody(printer: RulePrinter, schema: ObjectSchema, scope: RuleScope): Printable {
  const { tracks } = rulePlan(printer.contract);
  const inner = (part: Schema): Printable => printRule(printer, part, within(scope));
  const parts = { inner, tested: inner };
  const { whole, rest } = wholeObject(printer, schema, parts, tracks);
  const rules = [
    ...printReferences(printer, schema, scope),
    ...whole,
    ...valueRules(printer, rest),
    ...numberRules(printer, rest),
    ...stringRules(printer, rest),
    ...arrayRules(printer, rest, parts, tracks),
    ...objectRules(printer, rest, parts, tracks),
    ...printApplicators(printer, schema, scope),
  ];
  return withForm(printer, schema, withUnevaluated(printer, schema, rules, inner));
}

/** If rules check parsed values, adds the rule that converts the checked value to its TypeScript type. */
function withForm(printer: RulePrinter, schema: ObjectSchema, rules: Printable): Printable {
  const forms = printer.values === "parsed" ? valueForms(schema, printer.valueTypes) : [];
  return forms.reduceRight<Printable>(
    (inner, form) => printRuntimeRule(printer, "formed", printer.runtime(form.name), inner),
    rules,
  );
}

function withUnevaluated(
  printer: RulePrinter,
  { unevaluatedProperties, unevaluatedItems }: ObjectSchema,
  rules: readonly Printable[],
  inner: (part: Schema) => Printable,
): Printable {
  const last: Printable[] = [];
  if (unevaluatedProperties !== undefined)
    last.push(printRuntimeRule(printer, "unevaluatedProperties", inner(unevaluatedProperties)));
  if (unevaluatedItems !== undefined)
    last.push(printRuntimeRule(printer, "unevaluatedItems", inner(unevaluatedItems)));
  if (last.length === 0) return printSequence(printer, rules);
  return printRuntimeRule(printer, "tracked", ...rules, ...last);
}

function printReferences(
  printer: RulePrinter,
  { ref, dynamicRef }: ObjectSchema,
  scope: RuleScope,
): readonly Printable[] {
  const rules: Printable[] = [];
  if (ref !== undefined && !isLeftOut(printer, ref.target, scope, "$ref"))
    rules.push(printTarget(printer, ref.target, scope));
  if (dynamicRef !== undefined && !isLeftOut(printer, dynamicRef.target, scope, "$dynamicRef"))
    rules.push(printTarget(printer, dynamicRef.target, scope));
  return rules;
}

function printTarget(printer: RulePrinter, target: Schema, scope: RuleScope): Printable {
  const declaration = printer.contract.declarationOf(target);
  return declaration === undefined || (target.kind !== "boolean" && isLeaf(target))
    ? printRule(printer, target, scope)
    : ruleReference(printer, declaration);
}

/**
 * Reports whether a part must be omitted because its check would never end. If so, reports a diagnostic.
 */
export function isLeftOut(
  printer: Pick<RulePrinter, "contract" | "report">,
  target: Schema,
  scope: RuleScope,
  keyword: string,
): boolean {
  if (!isEndless(printer.contract, target, scope)) return false;
  reportEndless(printer, scope, keyword);
  return true;
}

/** Reports that a keyword of a declaration is omitted, because its check would never end. */
export function reportEndless(
  { report }: Pick<RulePrinter, "report">,
  { declaration }: Pick<RuleScope, "declaration">,
  keyword: string,
): void {
  const reason = "the schema contains itself without a property or an item in between";
  report.add(declaration.schema.source, keyword, reason);
}

function printApplicators(
  printer: RulePrinter,
  schema: ObjectSchema,
  scope: RuleScope,
): readonly Printable[] {
  const { allOf = [] } = schema;
  const parts = allOf.filter((part) => !isLeftOut(printer, part, scope, "allOf"));
  const rules = parts.map((part) => printRule(printer, part, scope));
  for (const keyword of ["anyOf", "oneOf"] as const)
    rules.push(...printUnionRule(printer, schema, keyword, scope));
  // The children of this schema can declare members that it does not declare itself.
  const isParent =
    schema.discriminator !== undefined && (schema.anyOf ?? schema.oneOf) === undefined;
  if (isParent) rules.push(...membersBelow(printer, schema));
  return [...rules, ...printLogicRules(printer, schema, scope)];
}

/**
 * Prints the rule that declares the members of child schemas. If the members are unknown, the rule declares
 * all members of the value.
 */
function membersBelow(printer: RulePrinter, schema: ObjectSchema): readonly Printable[] {
  if (printer.values === "parsed") return [];
  const own = schema.properties ?? new Map<string, Schema>();
  const names = childMembers(printer.contract, schema)?.filter((name) => !own.has(name));
  if (names === undefined) return anyMember(printer);
  if (names.length === 0) return [];
  return declaringRule(...names.flatMap((name, at) => [at > 0 ? ", " : "", stringLiteral(name)]));
}

/** Prints the rule that declares all members of the value. */
function anyMember(printer: RulePrinter): readonly Printable[] {
  if (printer.values === "parsed") return [];
  return declaringRule("...Object.keys(Object(payload.value))");
}

/**
 * Prints a rule that declares the named members. Unlike `properties`, the rule does not mark them as
 * evaluated.
 */
function declaringRule(...names: readonly Printable[]): readonly Printable[] {
  return [["(payload) => payload.declared?.declare(", ...names, ")"]];
}

/** Prints `not`, `if` and `dependentSchemas`. */
export function printLogicRules(
  printer: RulePrinter,
  schema: ObjectSchema,
  scope: RuleScope,
): readonly Printable[] {
  const { not, dependentSchemas = [] } = schema;
  const rules: Printable[] = [];
  if (not !== undefined)
    rules.push(printRuntimeRule(printer, "not", printRule(printer, not, scope)));
  if (schema.if !== undefined) {
    const branches = [schema.if, schema.then, schema.else].map((part) =>
      part === undefined ? printRuntimeRule(printer, "accept") : printRule(printer, part, scope),
    );
    rules.push(printRuntimeRule(printer, "ifThenElse", ...branches));
  }
  const dependent = [...dependentSchemas].map(([name, part]) => [
    propertyKey(name),
    ": ",
    printRule(printer, part, scope),
  ]);
  if (dependent.length > 0) rules.push(ruleOfRecord(printer, "dependentSchemas", dependent));
  return rules;
}

function printUnionRule(
  printer: RulePrinter,
  schema: ObjectSchema,
  keyword: "anyOf" | "oneOf",
  outer: RuleScope,
): readonly Printable[] {
  const branches = schema[keyword];
  if (branches === undefined) return [];
  if (isEndlessUnion(printer.contract, branches, outer)) {
    reportEndless(printer, outer, keyword);
    return anyMember(printer);
  }
  const scope = { ...outer, isBranch: true };
  const [only] = branches;
  if (only === undefined) return [printRuntimeRule(printer, "reject")];
  if (branches.length === 1) return [printRule(printer, only, scope)];
  const tag = unionTag(branches, schema.discriminator);
  if (tag === undefined)
    return [
      printRuntimeRule(
        printer,
        keyword,
        ...branches.map((part) => printRule(printer, part, scope)),
      ),
    ];
  const tagged = [...tag.branches].map(([value, branch]) => [
    propertyKey(String(value)),
    ": ",
    tag.isConstant ? printRule(printer, branch, scope) : printTarget(printer, branch, scope),
  ]);
  return [printRuntimeRule(printer, "tagged", stringLiteral(tag.property), printRecord(tagged))];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

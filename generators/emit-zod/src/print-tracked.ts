// Schemas under `unevaluatedProperties` or `unevaluatedItems`, as rules throughout: what a schema of
// zod has looked at cannot be known, what a rule has looked at can.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { list, literal, possibleTypes, propertyKey, stringLiteral } from "@specwright/emit-kit";
import { call, type Expression, hug, inTurn, ruleExpression } from "./expression.ts";
import {
  arrayRules,
  formatRules,
  numberRules,
  objectRules,
  rule,
  stringRules,
} from "./keyword-rules.ts";
import { isEndless, printNothingMore, printRuleReference } from "./print-reference.ts";
import { inside, type Printer, type Scope } from "./printer.ts";
import { needsTracking } from "./schema-parts.ts";

/** Prints a schema as one rule that says what it has looked at. */
export function printTracked(printer: Printer, schema: Schema, scope: Scope): Expression {
  if (schema.kind === "boolean") return rule(printer, schema.value ? "accept" : "reject");
  const declaration = printer.contract.declarationOf(schema);
  if (
    declaration !== undefined &&
    declaration !== scope.declaration &&
    printer.plan.ruled.has(declaration)
  ) {
    return printRuleReference(printer, declaration, scope);
  }
  const types = possibleTypes(schema);
  // Nothing inside a scalar is looked at.
  if (!types.has("object") && !types.has("array"))
    return printer.print(schema, { ...scope, lazy: true });
  return printRules(printer, schema, { ...scope, lazy: true });
}

/** Prints the body of a schema as rules, without asking whether it has a name. */
export function printRules(printer: Printer, schema: ObjectSchema, scope: Scope): Expression {
  const rules = [
    ...references(printer, schema, scope),
    ...ownRules(printer, schema, scope),
    ...applicators(printer, schema, scope),
  ];
  if (!needsTracking(schema)) {
    return rules.length === 0 ? printNothingMore(printer) : inTurn(printer.runtime("allOf"), rules);
  }
  const { unevaluatedProperties, unevaluatedItems } = schema;
  for (const [name, part] of Object.entries({ unevaluatedProperties, unevaluatedItems })) {
    if (part === undefined) continue;
    const child =
      part.kind === "boolean"
        ? rule(printer, part.value ? "accept" : "reject")
        : printer.print(part, inside(scope, true));
    rules.push(ruleExpression(call(printer.runtime(name), child.text), [child]));
  }
  return ruleExpression(call(printer.runtime("tracked"), ...rules.map((each) => each.text)), rules);
}

function references(
  printer: Printer,
  { ref, dynamicRef }: ObjectSchema,
  scope: Scope,
): readonly Expression[] {
  return [ref, dynamicRef].flatMap((reference) => {
    if (reference === undefined || isEndless(printer, reference.target, scope, "$ref", false))
      return [];
    const declaration = printer.contract.declarationOf(reference.target);
    if (declaration === undefined) return [printTracked(printer, reference.target, scope)];
    return [printRuleReference(printer, declaration, scope)];
  });
}

function ownRules(printer: Printer, schema: ObjectSchema, scope: Scope): readonly Expression[] {
  const { types, const: constant, enum: members } = schema;
  const rules: Expression[] = [];
  if (types !== undefined) rules.push(rule(printer, "types", ...types.map(stringLiteral)));
  if (constant !== undefined) rules.push(rule(printer, "constant", literal(constant.value)));
  if (members !== undefined) rules.push(rule(printer, "enumeration", literal(members)));
  return [
    ...rules,
    ...numberRules(printer, schema),
    ...stringRules(printer, schema),
    ...formatRules(printer, schema),
    ...arrayRules(printer, schema, scope, true),
    ...objectRules(printer, schema, scope, true),
  ];
}

function applicators(printer: Printer, schema: ObjectSchema, scope: Scope): readonly Expression[] {
  const { allOf = [], anyOf, oneOf, not, dependentSchemas } = schema;
  const rules = allOf.map((part) => printTracked(printer, part, scope));
  for (const [name, branches] of Object.entries({ anyOf, oneOf })) {
    if (branches === undefined) continue;
    const parts = branches.map((branch) => printTracked(printer, branch, scope));
    rules.push(
      ruleExpression(call(printer.runtime(name), ...parts.map((part) => part.text)), parts),
    );
  }
  if (not !== undefined) {
    const part = printTracked(printer, not, scope);
    rules.push(ruleExpression(call(printer.runtime("not"), part.text), [part]));
  }
  if (schema.if !== undefined) rules.push(condition(printer, schema, schema.if, scope));
  if (dependentSchemas !== undefined && dependentSchemas.size > 0) {
    const parts = [...dependentSchemas].map(([name, part]) => ({
      name,
      rule: printTracked(printer, part, scope),
    }));
    const entries = parts.map((part) => [propertyKey(part.name), ": ", part.rule.text]);
    const text = hug(
      printer.runtime("dependentSchemas"),
      list("{", entries, "}", { padding: true }),
    );
    rules.push(
      ruleExpression(
        text,
        parts.map((part) => part.rule),
      ),
    );
  }
  return rules;
}

function condition(printer: Printer, schema: ObjectSchema, test: Schema, scope: Scope): Expression {
  const parts = [test, schema.then, schema.else].map((part) =>
    part === undefined ? printNothingMore(printer) : printTracked(printer, part, scope),
  );
  return ruleExpression(
    call(printer.runtime("ifThenElse"), ...parts.map((part) => part.text)),
    parts,
  );
}

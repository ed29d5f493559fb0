// Keywords as rules of the run time. Each applies to values of its own type and passes others.

import type { ObjectSchema } from "@specwright/contract";
import {
  isAnything,
  list,
  literal,
  type Printable,
  propertyKey,
  regularExpression,
  stringFormat,
} from "@specwright/emit-kit";
import { call, type Expression, hug, ruleExpression } from "./expression.ts";
import { inside, type Printer, type Scope } from "./printer.ts";

/** Prints a call of a rule with plain values. */
export function rule(printer: Printer, name: string, ...args: readonly Printable[]): Expression {
  return ruleExpression(
    args.length === 0 ? printer.runtime(name) : call(printer.runtime(name), ...args),
  );
}

/** Prints the bounds of a number. */
export function numberRules(printer: Printer, schema: ObjectSchema): Expression[] {
  const names = [
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
  ] as const;
  return names.flatMap((name) => {
    const bound = schema[name];
    return bound === undefined ? [] : [rule(printer, name, literal(bound))];
  });
}

/** Prints lengths and pattern of a string. */
export function stringRules(
  printer: Printer,
  schema: Pick<ObjectSchema, "source" | "minLength" | "maxLength" | "pattern">,
): Expression[] {
  const { minLength = 0, maxLength, pattern } = schema;
  const rules: Expression[] = [];
  if (minLength > 0) rules.push(rule(printer, "minLength", minLength));
  if (maxLength !== undefined) rules.push(rule(printer, "maxLength", maxLength));
  if (pattern !== undefined) {
    const expression = readPattern(printer, schema, pattern, "pattern");
    if (expression !== undefined) rules.push(rule(printer, "pattern", expression));
  }
  return rules;
}

/** Prints the format of a string as a rule; reports one that is not known. */
export function formatRules(printer: Printer, schema: ObjectSchema): Expression[] {
  const known = enforcedFormat(printer, schema)?.rule;
  return known === undefined ? [] : [rule(printer, known)];
}

/** Finds what enforces the format of a string schema; reports it when nothing does. */
export function enforcedFormat(
  printer: Printer,
  { format, source }: ObjectSchema,
): ReturnType<typeof stringFormat> {
  if (format === undefined) return undefined;
  const known = stringFormat(format);
  if (known === undefined) {
    printer.report.add(source, "format", "the format is not known");
  } else if (printer.formats === "annotate" && (known.rule ?? known.zod) !== undefined) {
    printer.report.add(source, "format", "formats are annotations by option");
  } else {
    return known;
  }
  return undefined;
}

/** Prints the keywords of an array. `tracking` keeps those that only mark items as looked at. */
export function arrayRules(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
  tracking = false,
): Expression[] {
  const { prefixItems = [], items } = schema;
  const rules: Expression[] = [];
  if (prefixItems.length > 0 || (items !== undefined && (tracking || !isAnything(items)))) {
    const prefix = prefixItems.map((item) => printer.print(item, inside(scope, true)));
    const rest = items === undefined ? [] : [subschema(printer, items, scope)];
    const args = [
      list(
        "[",
        prefix.map((item) => item.text),
        "]",
      ),
      ...rest.map((item) => item.text),
    ];
    rules.push(ruleExpression(brackets(printer.runtime("items"), args), [...prefix, ...rest]));
  }
  return [...rules, ...countRules(printer, schema), ...containsRules(printer, schema, scope)];
}

/** Prints `minItems`, `maxItems` and `uniqueItems`. */
export function countRules(
  printer: Printer,
  { minItems = 0, maxItems, uniqueItems }: ObjectSchema,
): Expression[] {
  const rules: Expression[] = [];
  if (minItems > 0) rules.push(rule(printer, "minItems", minItems));
  if (maxItems !== undefined) rules.push(rule(printer, "maxItems", maxItems));
  if (uniqueItems === true) rules.push(rule(printer, "uniqueItems"));
  return rules;
}

/** Prints `contains` with its counts. */
export function containsRules(printer: Printer, schema: ObjectSchema, scope: Scope): Expression[] {
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return [];
  const wanted = subschema(printer, contains, scope);
  const counts = [
    ...(minContains === undefined ? [] : [`min: ${minContains}`]),
    ...(maxContains === undefined ? [] : [`max: ${maxContains}`]),
  ];
  const options = counts.length === 0 ? [] : [list("{", counts, "}", { padding: true })];
  return [ruleExpression(call(printer.runtime("contains"), wanted.text, ...options), [wanted])];
}

/** Prints the keywords of an object. `tracking` keeps those that only mark members as looked at. */
export function objectRules(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
  tracking = false,
): Expression[] {
  const rules: Expression[] = [];
  const { required = [], properties = new Map(), additionalProperties } = schema;
  if (required.length > 0)
    rules.push(rule(printer, "required", ...required.map((name) => literal(name))));
  const parts: Expression[] = [];
  const shape = [...properties].map(([name, property]): Printable => {
    const child = printer.print(property, inside(scope, true));
    parts.push(child);
    return [propertyKey(name), ": ", child.text];
  });
  const others: Printable[] = [];
  const patterns = patternEntries(printer, schema, scope, parts);
  if (patterns.length > 0) others.push(["patterns: ", list("[", patterns, "]")]);
  if (additionalProperties !== undefined && (tracking || !isAnything(additionalProperties))) {
    const additional = subschema(printer, additionalProperties, scope);
    parts.push(additional);
    others.push(["additional: ", additional.text]);
  }
  if (shape.length > 0 || others.length > 0) {
    const args = [list("{", shape, "}", { padding: true })];
    if (others.length > 0) args.push(list("{", others, "}", { padding: true }));
    rules.push(ruleExpression(brackets(printer.runtime("properties"), args), parts));
  }
  return [...rules, ...memberRules(printer, schema, scope)];
}

/** Prints the keywords of an object that zod has no form for, whatever the form of its members. */
export function memberRules(printer: Printer, schema: ObjectSchema, scope: Scope): Expression[] {
  const { minProperties = 0, maxProperties, propertyNames, dependentRequired } = schema;
  const rules: Expression[] = [];
  if (minProperties > 0) rules.push(rule(printer, "minProperties", minProperties));
  if (schema.sameSign !== undefined)
    rules.push(rule(printer, "sameSign", ...schema.sameSign.map(literal)));
  if (maxProperties !== undefined) rules.push(rule(printer, "maxProperties", maxProperties));
  if (propertyNames !== undefined && !isAnything(propertyNames)) {
    const names = subschema(printer, propertyNames, scope);
    rules.push(ruleExpression(call(printer.runtime("propertyNames"), names.text), [names]));
  }
  if (dependentRequired !== undefined && dependentRequired.size > 0) {
    const entries = [...dependentRequired].map(([name, names]) => [
      propertyKey(name),
      ": ",
      literal(names),
    ]);
    const names = list("{", entries, "}", { padding: true });
    rules.push(ruleExpression(hug(printer.runtime("dependentRequired"), names)));
  }
  return rules;
}

/** Prints a call whose arguments are literals: one keeps its brackets beside those of the call. */
function brackets(callee: Printable, args: readonly Printable[]): Printable {
  return args.length === 1 ? hug(callee, ...args) : call(callee, ...args);
}

function patternEntries(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
  parts: Expression[],
): readonly Printable[] {
  return [...(schema.patternProperties ?? [])].flatMap(([pattern, property]) => {
    const expression = readPattern(printer, schema, pattern, "patternProperties");
    if (expression === undefined) return [];
    const child = subschema(printer, property, scope);
    parts.push(child);
    return [list("[", [expression, child.text], "]")];
  });
}

function readPattern(
  printer: Printer,
  { source }: Pick<ObjectSchema, "source">,
  pattern: string,
  keyword: string,
): string | undefined {
  const expression = regularExpression(pattern);
  if (expression === undefined) printer.report.unreadable(source, keyword);
  return expression;
}

function subschema(
  printer: Printer,
  schema: Parameters<Printer["print"]>[0],
  scope: Scope,
): Expression {
  if (schema.kind === "boolean") return rule(printer, schema.value ? "accept" : "reject");
  return printer.print(schema, inside(scope, true));
}

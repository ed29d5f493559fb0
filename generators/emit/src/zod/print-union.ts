// Prints `anyOf` and `oneOf`. If the branches have different types or different tags, no value
// matches two of them. A plain or discriminated union of zod then accepts the same values. Every
// other `oneOf` needs `z.xor`.

import {
  dereference,
  integerKind,
  listedValues,
  type ObjectSchema,
  type Schema,
  type UnionTag,
  unionTag,
} from "@specwright/contract";
import { propertyKey, stringLiteral } from "../print/literal.ts";
import { list } from "../print/printable.ts";
import { areDisjoint } from "../rules/are-disjoint.ts";
import { reportEndless } from "../rules/print-rule.ts";
import { isEndlessUnion } from "../rules/rule-scope.ts";
import { printReference } from "./print-reference.ts";
import {
  asSchema,
  callWithLiteral,
  type Expression,
  isForward,
  type Printer,
  printCall,
  type Scope,
  schemaExpression,
  zod,
} from "./printer.ts";

/** Prints `anyOf` or `oneOf`. Returns undefined if the union must be omitted. */
export function printUnion(
  printer: Printer,
  schema: ObjectSchema,
  keyword: "anyOf" | "oneOf",
  outer: Scope,
): Expression | undefined {
  const branches = schema[keyword] ?? [];
  if (isEndlessUnion(printer.contract, branches, outer)) {
    reportEndless(printer, outer, keyword);
    return undefined;
  }
  const scope = { ...outer, isBranch: true };
  const [only] = branches;
  if (only === undefined) return schemaExpression(printCall(zod(printer, "never")));
  if (branches.length === 1) return printer.print(only, scope);
  const tag = unionTag(branches, schema.discriminator);
  if (tag !== undefined) return printTagged(printer, tag, branches, scope);
  const excludeEachOther = keyword === "anyOf" || areDisjoint(branches);
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length < branches.length && excludeEachOther && others.length > 0) {
    const inner = printBranches(printer, others, "union", scope);
    return schemaExpression(printCall(zod(printer, "nullable"), asSchema(printer, inner)), [inner]);
  }
  return printBranches(printer, branches, excludeEachOther ? "union" : "xor", scope);
}

function printBranches(
  printer: Printer,
  branches: readonly Schema[],
  name: string,
  scope: Scope,
): Expression {
  const isBigInt = branches.some((branch) => numberKind(printer, branch) === "bigint");
  // zod returns the value of the first matching branch. A branch that converts values comes first, so that
  // an open branch does not return them as they are in JSON.
  const isConverting = (branch: Schema): boolean => printer.plan.isConverting(branch);
  const ordered =
    name === "union"
      ? [...branches.filter(isConverting), ...branches.filter((each) => !isConverting(each))]
      : branches;
  const printed = ordered.map((branch) => printer.print(branch, scope));
  const [only] = printed;
  if (printed.length === 1 && only !== undefined) return only;
  const options = ordered.map((branch, index) => {
    const option = asSchema(printer, printed[index] ?? schemaExpression(""));
    if (!isBigInt || numberKind(printer, branch) !== "double") return option;
    printer.prelude.add("double");
    return printCall("double", option);
  });
  return schemaExpression(callWithLiteral(zod(printer, name), list("[", options, "]")), printed);
}

/**
 * For a branch that accepts integers with many digits, returns the form in which such an integer is
 * returned. Returns undefined for other branches.
 */
function numberKind(printer: Printer, branch: Schema): "bigint" | "double" | undefined {
  const target = dereference(branch);
  if (target.kind === "boolean" || listedValues(target) !== undefined) return undefined;
  const { types = [] } = target;
  if (!types.includes("number") && !types.includes("integer")) return undefined;
  if (integerKind(target, printer.int64) === "bigint") return "bigint";
  // A branch must not round if a rule needs the exact number. The rule would check the rounded
  // number.
  const rounds = types.includes("number") && target.refusesRounding !== true;
  return rounds ? "double" : undefined;
}

function printTagged(
  printer: Printer,
  tag: UnionTag,
  branches: readonly Schema[],
  scope: Scope,
): Expression {
  const property = stringLiteral(tag.property);
  if (
    tag.isConstant &&
    branches.every((branch) => isOption(printer, branch, tag.property, scope))
  ) {
    const options = branches.map((branch) => printer.print(branch, scope).text);
    return schemaExpression(
      callWithLiteral(zod(printer, "discriminatedUnion"), property, list("[", options, "]")),
    );
  }
  const parts: Expression[] = [];
  const entries = [...tag.branches].map(([value, branch]) => {
    const part = tag.isConstant
      ? printer.print(branch, { ...scope, lazy: true })
      : printReference(printer, branch, { ...scope, lazy: true });
    parts.push(part);
    return [propertyKey(String(value)), ": ", part.text];
  });
  const schemas = list("{", entries, "}", { padding: true });
  const text = callWithLiteral(printer.runtime("tagged"), property, schemas);
  return { kind: "rule", text, forward: isForward(parts) };
}

/**
 * Reports whether a branch is printed as a zod object: as an inline object, or as a constant that
 * is declared earlier.
 */
function isOption(printer: Printer, branch: Schema, tag: string, scope: Scope): boolean {
  if (branch.kind === "boolean" || !printer.plan.isTaggedObject(branch, tag)) return false;
  const declaration = printer.contract.declarationOf(branch.ref?.target ?? branch);
  if (declaration === undefined)
    return branch.ref === undefined && !isForward([printer.print(branch, scope)]);
  return (
    printer.plan.discriminable.has(declaration) &&
    (printer.plan.order.get(declaration) ?? 0) < scope.index
  );
}

function isNull(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  return schema.types?.length === 1 && schema.types[0] === "null" && schema.ref === undefined;
}

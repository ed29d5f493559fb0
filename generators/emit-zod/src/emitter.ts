// The emitter: one zod schema a declaration, dependencies first.

import type { Declaration } from "@specwright/contract";
import {
  createNotEnforcedReport,
  docComment,
  type EmitContext,
  type Emitter,
  modules,
  type Printable,
  runtimeModule,
  type TypeScriptFile,
} from "@specwright/emit-kit";
import { diagnostics } from "./diagnostics.ts";
import { ruleExpression } from "./expression.ts";
import { makePlan } from "./plan.ts";
import { printPrelude, shortened } from "./prelude.ts";
import { ruleName } from "./print-reference.ts";
import { printBody, printSchema } from "./print-schema.ts";
import { printRules } from "./print-tracked.ts";
import { asSchema, type Printer, type Scope, type ZodTarget, zod } from "./printer.ts";

/** Options for `zodEmitter`. */
export interface ZodEmitterOptions {
  /** The face of zod to import: `zod` with methods, `zod/mini` with functions and smaller bundles. Default `zod`. */
  readonly target?: ZodTarget;
  /** Whether `format` is enforced where it is known. Default `assert`. */
  readonly formats?: "assert" | "annotate";
}

/**
 * Creates the emitter of `schemas.ts`, and of `schemas.report.json` if some keyword is not
 * enforced. The types in the annotations of schemas come from the emitter `types`.
 */
export function zodEmitter({
  target = "zod",
  formats = "assert",
}: ZodEmitterOptions = {}): Emitter {
  return {
    name: "zod",
    requires: ["types"],
    emit(context) {
      const file = context.typescript("schemas.ts");
      const printer = createPrinter(context, file, target, formats);
      for (const [index, declaration] of context.contract.declarations.entries()) {
        const scope = { declaration, index, lazy: true, inPlace: true };
        file.print(...printDeclaration(printer, file, scope));
      }
      printPrelude(printer, file);
      printer.report.write(context);
    },
  };
}

function createPrinter(
  { contract, names, int64 }: EmitContext,
  file: TypeScriptFile,
  target: ZodTarget,
  formats: "assert" | "annotate",
): Printer {
  const printer: Printer = {
    contract,
    names,
    plan: makePlan(contract),
    report: createNotEnforcedReport({
      path: "schemas.report.json",
      diagnostics,
      codes: { keyword: "KEYWORD_NOT_ENFORCED", pattern: "PATTERN_UNREADABLE" },
    }),
    target,
    formats,
    int64,
    z: file.importNamespace("z", target),
    prelude: new Set(),
    leaves: new Map(),
    runtime: (name) => file.import(name, runtimeModule),
    print: (schema, scope) => printSchema(printer, schema, scope),
  };
  return printer;
}

function printDeclaration(
  printer: Printer,
  file: TypeScriptFile,
  scope: Scope,
): readonly Printable[] {
  const { declaration } = scope;
  const { schema } = declaration;
  const type = file.importType(printer.names.type(declaration), modules.types);
  const name = printer.names.schema(declaration);
  const doc = docComment({ generatedFrom: schema.source });
  const annotation = schemaType(printer, declaration, type);
  if (!printer.plan.ruled.has(declaration) || schema.kind === "boolean") {
    const text = shortened(
      printer,
      declaration,
      asSchema(printer, printBody(printer, schema, scope), type),
    );
    return [doc, assignment(["export const ", name, ": ", annotation], text)];
  }
  const rule = ruleName(printer, declaration);
  const ruleType = file.importType("Rule", runtimeModule);
  const body = printRules(printer, schema, scope);
  const ruleText =
    body.kind === "rule" ? body.text : [printer.runtime("allOf"), "(", body.text, ")"];
  const text = shortened(printer, declaration, asSchema(printer, ruleExpression(rule), type));
  return [
    assignment(["const ", rule, ": ", ruleType], ruleText),
    "\n\n",
    doc,
    assignment(["export const ", name, ": ", annotation], text),
  ];
}

function assignment(left: readonly Printable[], right: Printable): Printable {
  return [...left, " = ", right, ";"];
}

function schemaType(printer: Printer, declaration: Declaration, type: Printable): Printable {
  const face = zod(printer, printer.target === "zod" ? "ZodType" : "ZodMiniType");
  const schema = [face, "<", type, ">"];
  if (!printer.plan.discriminable.has(declaration)) return schema;
  return [schema, " & ", zod(printer, "core.$ZodTypeDiscriminable")];
}

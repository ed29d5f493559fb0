// The emitter of `schemas.ts`: one zod schema for each declaration, dependencies first.

import type { Declaration } from "@specwright/contract";
import { emitPart } from "../print/emit.ts";
import type { EmitContext, Emitter } from "../print/emitter.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { createNotEnforcedReport } from "../print/not-enforced.ts";
import type { Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { declaredCodecs } from "../rules/declared-codecs.ts";
import { printDeclarationRule, printRuleFunction, ruleName } from "../rules/print-rule.ts";
import { reportSchemas } from "../rules/report-schema.ts";
import type { Direction, RulePrinter } from "../rules/rule-printer.ts";
import { zodDiagnostics } from "./diagnostics.ts";
import { printPrelude, withShortType } from "./prelude.ts";
import { printReference } from "./print-reference.ts";
import { printBody, printSchema } from "./print-schema.ts";
import { asSchema, makePlan, type Printer, type Scope, type ZodTarget, zod } from "./printer.ts";
import { sharingSchemas } from "./shared-schemas.ts";

/** Options for `zodEmitter`. */
export interface ZodEmitterOptions {
  /**
   * The variant of zod that the generated code imports. `zod` has methods. `zod/mini` has
   * functions, and its bundles are smaller. Default `zod`.
   */
  readonly target?: ZodTarget;
  /**
   * Set this if the application only sends, or only receives, values. `readOnly` members can then
   * be absent from requests, and `writeOnly` members from responses. Default: both directions, so
   * every required member must be present.
   */
  readonly direction?: Direction;
}

/**
 * Creates the emitter of `schemas.ts`. If the schemas do not check some keywords, the emitter also
 * writes `schemas.report.json`. The emitter `types` must print the types that annotate the schemas.
 */
export function zodEmitter({ target = "zod", direction }: ZodEmitterOptions = {}): Emitter {
  return {
    name: "zod",
    skipTypeCheck: true,
    requires: ["types"],
    emit(context) {
      const file = context.typescript("schemas.ts");
      const referred = new Set<Declaration>();
      const rules = rulePrinter(context, file, direction, referred);
      const printer = createPrinter(context, file, rules, target);
      reportSchemas(rules);
      for (const [index, declaration] of context.contract.declarations.entries()) {
        const place = { word: context.names.type(declaration) };
        const scope = { declaration, index, place, lazy: true, inPlace: true };
        emitPart(declaration.schema.source, () =>
          file.print(...printDeclaration(printer, file, scope)),
        );
      }
      // The set grows during this loop, because printed rules refer to further rules.
      const declared = [];
      for (const declaration of referred) {
        const rule = printDeclarationRule(rules, declaration);
        declared.push(printRuleFunction(rules, ruleName(rules, declaration), rule, declaration));
      }
      printPrelude(printer, file, declared);
      printer.report.write(context);
    },
  };
}

function rulePrinter(
  { contract, names, int64, valueTypes, defaults }: EmitContext,
  file: TypeScriptFile,
  direction: Direction | undefined,
  referred: Set<Declaration>,
): RulePrinter {
  return {
    contract,
    names,
    file,
    values: "parsed",
    int64,
    valueTypes,
    defaults,
    direction,
    refer: (declaration) => referred.add(declaration),
    report: createNotEnforcedReport({
      path: "schemas.report.json",
      diagnostics: zodDiagnostics,
      codes: { keyword: "KEYWORD_NOT_ENFORCED", pattern: "PATTERN_UNREADABLE" },
    }),
    runtime: (name) => file.import(name, runtimeModule),
  };
}

function createPrinter(
  { contract, names, int64, valueTypes, defaults }: EmitContext,
  file: TypeScriptFile,
  rules: RulePrinter,
  target: ZodTarget,
): Printer {
  const printer: Printer = {
    contract,
    names,
    plan: makePlan({ contract, int64, valueTypes }, rules.direction),
    rules,
    report: rules.report,
    target,
    int64,
    valueTypes,
    defaults,
    forms: new Map(),
    objects: new Set(),
    z: file.importNamespace("z", target),
    prelude: new Set(),
    leaves: new Map(),
    runtime: rules.runtime,
    print: (schema, scope) => share(schema, scope, () => printSchema(printer, schema, scope)),
  };
  const share = sharingSchemas(printer, file);
  return printer;
}

function printDeclaration(
  printer: Printer,
  file: TypeScriptFile,
  scope: Scope,
): readonly Printable[] {
  const { declaration } = scope;
  const { schema } = declaration;
  const types = file.importTypeNamespace("types", modules.types);
  const type = [types, `.${printer.names.type(declaration)}`];
  const name = printer.names.schema(declaration);
  const twin = declaredCodecs(printer).of(declaration);
  const isAlias = twin !== declaration;
  const printed = isAlias
    ? printReference(printer, twin.schema, scope)
    : printBody(printer, schema, scope);
  if (printed.hasShape === true) printer.objects.add(declaration);
  const annotation = schemaType(printer, declaration, type);
  if (isAlias) return [printAssignment(["export const ", name, ": ", annotation], printed.text)];
  const body = asSchema(printer, printed, type);
  const text = withShortType(printer, declaration, body);
  return [printAssignment(["export const ", name, ": ", annotation], text)];
}

function printAssignment(left: readonly Printable[], right: Printable): Printable {
  return [...left, " = ", right, ";"];
}

function schemaType(printer: Printer, declaration: Declaration, type: Printable): Printable {
  if (printer.objects.has(declaration)) return ["ObjectSchema<", type, ">"];
  const face = zod(printer, printer.target === "zod" ? "ZodType" : "ZodMiniType");
  const schema = [face, "<", type, ">"];
  if (!printer.plan.discriminable.has(declaration)) return schema;
  return [schema, " & ", zod(printer, "core.$ZodTypeDiscriminable")];
}

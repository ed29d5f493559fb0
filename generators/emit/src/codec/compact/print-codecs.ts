// Prints `codec.ts`: a codec for each declaration, with its check, its rule and its conversions.

import type { Declaration } from "@specwright/contract";
import { emitPart } from "../../print/emit.ts";
import { group, indent, line, list, type Printable } from "../../print/printable.ts";
import { declaredCodecs } from "../../rules/declared-codecs.ts";
import { printDeclarationRule, printRuleFunction, ruleName } from "../../rules/print-rule.ts";
import { reportSchemas } from "../../rules/report-schema.ts";
import { findSharedLeaves } from "../../rules/shared-leaves.ts";
import { printCallback, printStatements } from "../check/check-body.ts";
import { printDeclarationCheck, printPredicate } from "../check/print-check.ts";
import { codecTypes } from "../codec-types.ts";
import { findExactNumbers, findFilled, findForms } from "../form/find-forms.ts";
import { type FormPrinter, formReference, printFormDeclaration } from "../form/print-form.ts";
import { mentionsName } from "../mentions.ts";
import type { Printer } from "../printer.ts";
import { createChecker } from "./create-checker.ts";
import { createReviver } from "./create-reviver.ts";
import { createHelperDeclarations } from "./helper-declarations.ts";
import { sharingRules } from "./shared-rules.ts";
import { createTextWriter } from "./text-writer.ts";

/** Prints the codecs of a contract. */
export function printCodecs(printer: Printer): void {
  const helpers = createHelperDeclarations(printer);
  const leafOf = findSharedLeaves(printer);
  const checker = createChecker(helpers, leafOf);
  const reviver = createReviver(checker, helpers);
  const sharing = sharingRules(helpers, leafOf);
  const isFormed = findForms(printer);
  const isFilled = findFilled(printer);
  const forms: FormPrinter = { checker, isFormed, isFilled, isExact: findExactNumbers(printer) };
  const texts = createTextWriter(helpers, isFormed);
  const codecs = declaredCodecs(printer);
  reportSchemas(printer);
  for (const declaration of codecs.own) {
    emitPart(declaration.schema.source, () => printDeclaration(declaration));
  }

  function printDeclaration(declaration: Declaration): void {
    const { schema } = declaration;
    const name = ruleName(printer, declaration);
    const predicate = checker.predicateOf(declaration);
    const check = printDeclarationCheck(checker, declaration);
    const revive = reviver.print(declaration);
    const write = texts.writerOf(declaration);
    const isRevived = reviver.revival.isNeeded(schema);
    const rule = printDeclarationRule(sharing, declaration);
    const form = isFormed(schema) ? printFormDeclaration(forms, declaration) : [];
    // Only shared parts get a name; all other parts are printed inline. A constant never refers to a
    // different constant: when a constant is unused, Turbopack still bundles the constants that it refers
    // to.
    const statements = printStatements(check);
    const isNamed =
      codecs.isReferred(declaration) ||
      helpers.usesConstants(statements) ||
      mentionsName(statements, name);
    const parts: readonly Printable[] = [
      isNamed ? predicate : printCallback(check),
      ["() => ", isNamed ? name : rule],
      ...(isRevived ? [reviver.reviveOf(declaration)] : []),
      ...(isRevived && write !== undefined ? [write] : []),
    ];
    const create = printer.runtime(isRevived ? "revivingCodec" : "compactCodec");
    const wire: Printable = ["/* @__PURE__ */ ", create, list("(", parts, ")")];
    const made = isFormed(schema) ? printFormedCodec(forms, declaration, wire) : wire;
    helpers.print(
      ...(isNamed ? [printPredicate(predicate, statements)] : []),
      ...revive,
      ...(isNamed ? [printRuleFunction(printer, name, rule, declaration)] : []),
      ...form,
      // If all arguments are names, breaks the line before the call, and not inside it.
      group(codecConstant(printer, declaration), isNamed ? indent(line, made) : [" ", made], ";"),
    );
  }
}

function printFormedCodec(
  forms: FormPrinter,
  declaration: Declaration,
  wire: Printable,
): Printable {
  const { runtime } = forms.checker.printer;
  const isExact = forms.isExact(declaration.schema);
  const isFilled = forms.isFilled(declaration.schema);
  const create = runtime(isExact ? "exactCodec" : "formedCodec");
  const args = [formReference(forms, declaration), wire];
  if (!isFilled) return ["/* @__PURE__ */ ", create, list("(", args, ")")];
  return ["/* @__PURE__ */ ", runtime("filledCodec"), list("(", [create, ...args], ")")];
}

function codecConstant(printer: Printer, declaration: Declaration): Printable {
  const { file, names } = printer;
  const codec = file.importType("ValidatingCodec", "@specwright/runtime/codegen");
  const types = codecTypes(printer, declaration);
  return [`export const ${names.codec(declaration)}: `, codec, types, " ="];
}

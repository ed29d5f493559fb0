// The module `codec.ts`: a check, a revival and a codec for each declaration.

import {
  type Contract,
  type Declaration,
  type HttpOperation,
  type Schema,
  schemaReferences,
  walkSchemas,
} from "@specwright/contract";
import { docComment } from "../../print/doc-comment.ts";
import { emitPart } from "../../print/emit.ts";
import { modules } from "../../print/modules.ts";
import { list, type Printable } from "../../print/printable.ts";
import { printRuleDeclaration, ruleName } from "../../rules/print-rule.ts";
import { reportSchemas } from "../../rules/report-schema.ts";
import { printCheck } from "../check/print-check.ts";
import { codecTypes } from "../codec-types.ts";
import { findExactNumbers, findFilled, findForms } from "../form/find-forms.ts";
import { type FormPrinter, formReference, printFormDeclaration } from "../form/print-form.ts";
import type { Printer } from "../printer.ts";
import { schemaKeys } from "../schema/equal-schemas.ts";
import { createBeside } from "./beside.ts";
import { createChecker } from "./create-checker.ts";
import { createReviver } from "./create-reviver.ts";
import { sharingRules } from "./shared-rules.ts";
import { createTextWriter } from "./text-writer.ts";

/** Prints the codecs of all declarations. */
export function printCodecs(printer: Printer): void {
  const { contract, file, names } = printer;
  const beside = createBeside(printer);
  const checker = createChecker(beside);
  const reviver = createReviver(checker, beside);
  const sharing = sharingRules(beside);
  const isFormed = findForms(printer);
  const isFilled = findFilled(printer);
  const forms: FormPrinter = { checker, isFormed, isFilled, isExact: findExactNumbers(printer) };
  const texts = createTextWriter(beside, isFormed);
  const withoutCodec = headerSets(contract);
  const twinOf = twins(printer, withoutCodec);
  reportSchemas(printer);
  for (const declaration of contract.declarations) {
    if (withoutCodec.has(declaration)) continue;
    emitPart(declaration.schema.source, () => printDeclaration(declaration));
  }

  function printDeclaration(declaration: Declaration): void {
    const { schema } = declaration;
    const type = file.importType(names.type(declaration), modules.types);
    const twin = twinOf(declaration);
    if (twin !== undefined) {
      printTwin(printer, declaration, twin);
      return;
    }
    const hasForm = isFormed(schema);
    // What is checked is the value in JSON, which is not of the type of the declaration.
    const check = printCheck(checker, declaration, hasForm ? "unknown" : type);
    const revive = reviver.print(declaration);
    const write = texts.writerOf(declaration);
    const isRevived = reviver.revival.isNeeded(schema);
    const create = printer.runtime(isRevived ? "revivingCodec" : "compactCodec");
    const form = hasForm ? printFormDeclaration(forms, declaration) : [];
    const shape = [
      `is: ${checker.predicateOf(declaration)}`,
      ...(isRevived ? [`revive: ${reviver.reviveOf(declaration)}`] : []),
      ...(write === undefined ? [] : [`write: ${write}`]),
      `rule: ${ruleName(printer, declaration)}`,
    ];
    const wire: Printable = [
      ["/* @__PURE__ */ ", create, "("],
      list("{", shape, "}", { padding: true }),
      ")",
    ];
    const made = hasForm ? printFormedCodec(forms, declaration, wire) : wire;
    const codec = [codecConstant(printer, declaration), made, ";"];
    const rule = printRuleDeclaration(sharing, declaration);
    const doc = docComment({ generatedFrom: schema.source });
    beside.print(check, ...revive, rule, ...form, [doc, codec]);
  }
}

/**
 * Lists the object schemas of all headers of a response or of a part: each header is checked with a
 * codec of its own.
 */
function headerSets(contract: Contract): ReadonlySet<Declaration> {
  const operations = [...contract.operations, ...contract.webhooks].flatMap(withCallbacks);
  const responses = operations.flatMap((operation) => operation.responses);
  const bodies = [...operations.flatMap(({ requestBody }) => requestBody ?? []), ...responses];
  const parts = bodies.flatMap(({ content }) =>
    content.flatMap(({ encoding, prefixEncoding, itemEncoding }) => [
      ...encoding.values(),
      ...prefixEncoding,
      ...(itemEncoding === undefined ? [] : [itemEncoding]),
    ]),
  );
  return new Set([...responses, ...parts].flatMap((each) => each.headersDeclaration ?? []));
}

function withCallbacks(operation: HttpOperation): HttpOperation[] {
  return [operation, ...[...operation.callbacks.values()].flat().flatMap(withCallbacks)];
}

/**
 * Finds the first declaration that takes what another does. Only what has no name in the document has
 * one, such as the parameters of operations on one thing, and only if no other schema calls its check.
 * Where the type is an intersection, TypeScript may hold two that are written alike to be different.
 */
function twins(
  printer: Printer,
  withoutCodec: ReadonlySet<Declaration>,
): (declaration: Declaration) => Declaration | undefined {
  const keys = schemaKeys(printer);
  const called = calledSchemas(printer.contract, withoutCodec);
  const first = new Map<number, Declaration>();
  return (declaration) => {
    const { origin, schema } = declaration;
    if (origin === "schema" || called.has(schema) || isIntersection(schema)) return undefined;
    const key = keys.keyOf(schema);
    if (key === undefined) return undefined;
    const twin = first.get(key);
    if (twin === undefined) first.set(key, declaration);
    return twin;
  };
}

/** Lists the schemas that others refer to or contain, of those that have a codec. */
function calledSchemas(
  { declarations }: Contract,
  withoutCodec: ReadonlySet<Declaration>,
): ReadonlySet<Schema> {
  const called = new Set<Schema>();
  for (const declaration of declarations) {
    const { schema } = declaration;
    if (withoutCodec.has(declaration)) continue;
    walkSchemas(schema, (part) => {
      if (part !== schema) called.add(part);
      for (const target of schemaReferences(part)) called.add(target);
      return undefined;
    });
  }
  return called;
}

function isIntersection(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  const { allOf = [], anyOf, oneOf, ref, properties, types } = schema;
  const parts = [...allOf, anyOf, oneOf, ref, properties ?? types];
  return parts.filter((part) => part !== undefined).length > 1;
}

/**
 * Exports a codec by a second name. With a second constant, bundlers that drop unused constants to some
 * depth only would keep more.
 */
function printTwin({ file, names }: Printer, declaration: Declaration, twin: Declaration): void {
  file.print(
    docComment({ generatedFrom: declaration.schema.source }),
    `export { ${names.codec(twin)} as ${names.codec(declaration)} };`,
  );
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
  return [`export const ${names.codec(declaration)}: `, codec, types, " = "];
}

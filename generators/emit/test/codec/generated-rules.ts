// Runs documents through loader, contract and the printer of rules, and loads the generated modules.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildContract, type Relaxation } from "@specwright/contract";
import { type Emitter, emit, runtimeModule } from "@specwright/emit/print";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import type { Rule, ValidatingCodec } from "@specwright/runtime/codegen";
import { type Diagnostic, type LoadOptions, loadSpecification } from "@specwright/spec-loader";
import { printCodecs } from "../../src/codec/compact/print-codecs.ts";
import { codecDiagnostics } from "../../src/codec/diagnostics.ts";
import type { Printer } from "../../src/codec/printer.ts";
import { createNotEnforcedReport } from "../../src/print/not-enforced.ts";
import { printDeclarationRule, printRuleFunction, ruleName } from "../../src/rules/print-rule.ts";
import { reportSchemas } from "../../src/rules/report-schema.ts";

/** Options for the printer. */
export type RuleOptions = Partial<Pick<Printer, "direction" | "int64" | "integers">>;

/** The exports of a generated module: a rule and a codec for each declaration. */
export type GeneratedModule = Readonly<
  Record<string, Rule & ValidatingCodec<unknown> & { readonly rule?: Rule }>
>;

export interface GeneratedRules {
  readonly text: string;
  readonly report: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Generates a module that exports a rule for each declaration, and with `codecs` also the codecs.
 * Throws if the document has errors.
 */
export async function generateRules(
  text: string,
  {
    codecs = false,
    relaxation = {},
    ...options
  }: RuleOptions & { readonly codecs?: boolean; readonly relaxation?: Relaxation } = {},
  load: LoadOptions = {},
): Promise<GeneratedRules> {
  const input = { file: "/specs/openapi.json", text };
  const loaded = await loadSpecification(input, { root: "/specs", validate: false, ...load });
  if (loaded.specification === undefined) throw new Error(messages(loaded.diagnostics));
  const built = buildContract(loaded.specification, { relaxation });
  if (built.contract === undefined) throw new Error(messages(built.diagnostics));
  const { files, diagnostics: found } = await emit(built.contract, [rulesEmitter(options, codecs)]);
  const fileText = (path: string): string =>
    files.find((file) => file.path === path)?.content ?? "";
  return {
    text: fileText("rules.ts"),
    report: fileText("codec.report.json"),
    diagnostics: [...loaded.diagnostics, ...found],
  };
}

function rulesEmitter(options: RuleOptions, codecs: boolean): Emitter {
  return {
    name: "rules",
    emit(context) {
      const { contract, names, int64 } = context;
      const file = context.typescript("rules.ts");
      const printer: Printer = {
        contract,
        names,
        file,
        int64,
        ...options,
        report: createNotEnforcedReport({
          path: "codec.report.json",
          diagnostics: codecDiagnostics,
          codes: { keyword: "CODEC_KEYWORD_NOT_ENFORCED", pattern: "CODEC_PATTERN_UNREADABLE" },
        }),
        runtime: (name) => file.import(name, runtimeModule),
      };
      if (codecs) printCodecs(printer);
      else {
        reportSchemas(printer);
        for (const declaration of contract.declarations) {
          const rule = printDeclarationRule(printer, declaration);
          file.print(printRuleFunction(printer, ruleName(printer, declaration), rule, declaration));
        }
        const all = contract.declarations.map((declaration) => ruleName(printer, declaration));
        file.print(`export { ${all.join(", ")} };`);
      }
      printer.report.write(context);
    },
  };
}

/** Wraps schemas as the components of an OpenAPI 3.1 document. */
export function documentOf(schemas: Readonly<Record<string, unknown>>, head: object = {}): string {
  const info = { title: "Test", version: "1" };
  return JSON.stringify({ openapi: "3.1.0", ...head, info, paths: {}, components: { schemas } });
}

/** A folder for generated modules. */
export interface Scratch {
  load(name: string, text: string): Promise<GeneratedModule>;
}

/** Creates an empty folder beside the tests, where generated code can resolve its imports. */
export function scratch(name: string): Scratch {
  const path = fileURLToPath(new URL(`../../.tmp/${name}/`, import.meta.url));
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return {
    async load(file, text) {
      writeFileSync(path + file, text);
      return import(/* @vite-ignore */ pathToFileURL(path + file).href);
    },
  };
}

function messages(found: readonly Diagnostic[]): string {
  return found.map(({ code, message }) => `${code}: ${message}`).join("\n");
}

// The severities that a configuration sets for diagnostics of `specwright lint`.

import { contractDiagnostics } from "@specwright/contract";
import {
  type Diagnostic,
  type DiagnosticRule,
  diagnostics as loaderDiagnostics,
  nearestName,
} from "@specwright/spec-loader";
import { loadConfig } from "../project/load-config.ts";
import { findConfigs } from "../project/workspace-configs.ts";
import { CliError } from "../terminal/cli-error.ts";
import { valueDiagnostics } from "./value-diagnostics.ts";

/** The severity of a problem: `error` fails the command, `off` hides the problem. */
export type LintSeverity = "error" | "warning" | "info" | "off";

/** The severities of problems by their codes, such as `EXAMPLE_MISSING`. */
export type LintRules = Readonly<Record<string, LintSeverity>>;

const table: Readonly<Record<string, DiagnosticRule>> = {
  ...loaderDiagnostics,
  ...contractDiagnostics,
  ...valueDiagnostics,
};
const severities: readonly string[] = ["error", "warning", "info", "off"] satisfies LintSeverity[];

/**
 * Returns the rules of the configuration, or of the configurations of all workspaces together.
 * Returns no rules without a configuration.
 *
 * @throws {CliError} `config_not_found`, `config_invalid`.
 */
export async function readLintRules(
  folder: string,
  flags: { readonly config?: string },
): Promise<LintRules> {
  const rules: Record<string, LintSeverity> = {};
  for (const path of findConfigs(folder, flags.config)) {
    const { lint } = await loadConfig(path);
    assertRules(lint?.rules);
    Object.assign(rules, lint?.rules);
  }
  return rules;
}

/**
 * Checks that every rule names a diagnostic and an allowed severity.
 *
 * @throws {CliError} `config_invalid`.
 */
export function assertRules(rules: LintRules = {}): void {
  for (const [code, severity] of Object.entries(rules)) assertRule(code, severity);
}

/** Sets the severities of diagnostics by rules, and removes those that are off. */
export function applyRules(
  diagnostics: readonly Diagnostic[],
  rules: LintRules,
): readonly Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const severity = Object.hasOwn(rules, diagnostic.code) ? rules[diagnostic.code] : undefined;
    if (severity === "off") return [];
    return [severity === undefined ? diagnostic : { ...diagnostic, severity }];
  });
}

function assertRule(code: string, severity: string): void {
  const rule = Object.hasOwn(table, code) ? table[code] : undefined;
  if (rule === undefined) {
    const nearest = nearestName(code, Object.keys(table));
    throw new CliError(
      "config_invalid",
      `lint.rules has ${JSON.stringify(code)}, which is not a rule of lint.`,
      `${nearest === undefined ? "" : `Did you mean ${nearest}? `}Run \`specwright explain\` for the list.`,
    );
  }
  if (!severities.includes(severity)) {
    throw new CliError(
      "config_invalid",
      `lint.rules gives ${code} the severity ${JSON.stringify(severity)}.`,
      `Use one of ${severities.join(", ")}.`,
    );
  }
  if (rule.severity === "error" && severity !== "error") {
    throw new CliError(
      "config_invalid",
      `lint.rules makes ${code} less than an error, but code cannot be generated from such a document.`,
      "Remove the rule, and fix the document or read it with `lenient: true`.",
    );
  }
}

// Applies the severities that a configuration sets for the diagnostics of `specwright lint`.

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

/** The severity of a diagnostic. `error` makes the command fail. `off` hides the diagnostic. */
export type LintSeverity = "error" | "warning" | "info" | "off";

/** Maps the codes of diagnostics to severities. */
export type LintRules = Readonly<Record<string, LintSeverity>>;

const table: Readonly<Record<string, DiagnosticRule>> = {
  ...loaderDiagnostics,
  ...contractDiagnostics,
  ...valueDiagnostics,
};
const severities: readonly string[] = ["error", "warning", "info", "off"] satisfies LintSeverity[];

/**
 * Returns the lint rules of the configuration in `folder`. If it has no configuration, returns the rules of
 * all workspaces together, which may be empty.
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
 * Throws if a rule has an unknown code or severity.
 *
 * @throws {CliError} `config_invalid`.
 */
export function assertRules(rules: LintRules = {}): void {
  for (const [code, severity] of Object.entries(rules)) assertRule(code, severity);
}

/** Changes the severities of diagnostics. Removes diagnostics with the severity `off`. */
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

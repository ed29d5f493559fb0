// Reads the settings for comparisons from a configuration: severities of changes, and path prefixes that
// have changed.

import { type BasePath, rules, type SeverityRule } from "@specwright/diff";
import { nearestName } from "@specwright/spec-loader";
import type { DiffConfig } from "../project/config.ts";
import { loadConfig } from "../project/load-config.ts";
import { findConfigs } from "../project/workspace-configs.ts";
import { CliError } from "../terminal/cli-error.ts";
import { parseBasePath } from "./base-path.ts";

/** The settings for a comparison of two documents. */
export interface DiffSettings {
  readonly severity: readonly SeverityRule[];
  readonly basePaths: readonly BasePath[];
}

/**
 * Returns the settings of the configuration in `folder`. They apply to documents that the configuration
 * does not list.
 *
 * @throws {CliError} `config_not_found`, `config_invalid`.
 */
export async function readDiffSettings(
  folder: string,
  { config }: { readonly config?: string } = {},
): Promise<DiffConfig> {
  const found: DiffConfig[] = [];
  for (const path of findConfigs(folder, config)) found.push((await loadConfig(path)).diff ?? {});
  return {
    severity: found.flatMap((each) => checkedSettings(each).severity),
    basePaths: found.flatMap(({ basePaths = [] }) => basePaths),
  };
}

/**
 * Checks settings, and returns them with their defaults.
 *
 * @throws {CliError} `config_invalid`.
 */
export function checkedSettings({ severity = [], basePaths = [] }: DiffConfig = {}): DiffSettings {
  return { severity: checkedSeverity(severity), basePaths: checkedPaths(basePaths) };
}

function checkedPaths(list: readonly string[]): readonly BasePath[] {
  const invalidSetting = (shown: unknown): CliError =>
    new CliError(
      "config_invalid",
      `diff.basePaths has ${JSON.stringify(shown)}.`,
      'Write two different prefixes: `basePaths: ["/v1=/v2"]`.',
    );
  if (!Array.isArray(list)) throw invalidSetting(list);
  return list.map((text: unknown) => {
    const found = typeof text === "string" ? parseBasePath(text) : undefined;
    if (found === undefined) throw invalidSetting(text);
    return found;
  });
}

const selectors = ["rule", "path", "tag", "internal"] as const;
const severities = ["error", "warning", "info", "off"] as const;

function checkedSeverity(list: readonly SeverityRule[]): readonly SeverityRule[] {
  if (!Array.isArray(list)) {
    throw new CliError(
      "config_invalid",
      "diff.severity must be a list.",
      'Write `severity: [{ rule: "parameter-removed", as: "warning" }]`.',
    );
  }
  for (const [index, each] of list.entries()) assertRule(each, `diff.severity[${index}]`);
  return list;
}

function assertRule(each: SeverityRule, place: string): void {
  const known: readonly string[] = [...selectors, "as"];
  const unknown = Object.keys(Object(each)).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new CliError(
      "config_invalid",
      `${place} has an unknown member "${unknown}".`,
      `Use ${known.join(", ")}.`,
    );
  }
  const { as, rule } = Object(each) as Partial<SeverityRule>;
  if (!severities.some((severity) => severity === as)) {
    throw new CliError(
      "config_invalid",
      `${place}.as is ${JSON.stringify(as)}.`,
      `Use one of ${severities.join(", ")}.`,
    );
  }
  if (rule === undefined || rule.includes("*") || Object.hasOwn(rules, rule)) return;
  const nearest = nearestName(rule, Object.keys(rules));
  throw new CliError(
    "config_invalid",
    `${place}.rule is ${JSON.stringify(rule)}, which is not a rule of diff.`,
    `${nearest === undefined ? "" : `Did you mean ${nearest}? `}Run \`specwright explain\` for the list.`,
  );
}

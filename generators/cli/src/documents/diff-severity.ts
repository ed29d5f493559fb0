// The severities that a configuration gives to changes.

import { rules, type SeverityRule } from "@specwright/diff";
import { nearestName } from "@specwright/spec-loader";
import { loadConfig } from "../project/load-config.ts";
import { findConfigs } from "../project/workspace-configs.ts";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Returns the severities for documents that no configuration names: those of the configuration here.
 *
 * @throws {CliError} `config_not_found`, `config_invalid`.
 */
export async function readSeverity(
  folder: string,
  { config }: { readonly config?: string },
): Promise<readonly SeverityRule[]> {
  const all: SeverityRule[] = [];
  for (const path of findConfigs(folder, config)) {
    const { severity = [] } = (await loadConfig(path)).diff ?? {};
    all.push(...checkedSeverity(severity));
  }
  return all;
}

const selectors = ["rule", "path", "tag", "internal"] as const;
const severities = ["error", "warning", "info", "off"] as const;

/**
 * Returns severities if a comparison can use them.
 *
 * @throws {CliError} `config_invalid`.
 */
export function checkedSeverity(list: readonly SeverityRule[]): readonly SeverityRule[] {
  if (!Array.isArray(list)) {
    throw new CliError(
      "config_invalid",
      "diff.severity is not a list.",
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
      `${place} has a member "${unknown}", which means nothing.`,
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

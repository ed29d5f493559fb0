import type { Rule } from "./rule.ts";

/** A keyword that limits a number, a length or a count, as it appears in ids of rules. */
export type BoundName =
  | "maximum"
  | "minimum"
  | "exclusive-maximum"
  | "exclusive-minimum"
  | "max-length"
  | "min-length"
  | "max-items"
  | "min-items"
  | "max-properties"
  | "min-properties"
  | "max-contains"
  | "min-contains";

/** The id of a rule about a limit. */
export type BoundRuleId = `${BoundName}-${"set" | "unset" | "increased" | "decreased"}`;

/** The rules about limits of numbers, lengths and counts. */
export const boundRules: Readonly<Record<BoundRuleId, Rule>> = {
  ...limitRules("maximum", "upper"),
  ...limitRules("minimum", "lower"),
  ...limitRules("exclusive-maximum", "upper"),
  ...limitRules("exclusive-minimum", "lower"),
  ...limitRules("max-length", "upper"),
  ...limitRules("min-length", "lower"),
  ...limitRules("max-items", "upper"),
  ...limitRules("min-items", "lower"),
  ...limitRules("max-properties", "upper"),
  ...limitRules("min-properties", "lower"),
  ...limitRules("max-contains", "upper"),
  ...limitRules("min-contains", "lower"),
};

type RulesOf<Name extends BoundName> = Record<
  `${Name}-${"set" | "unset" | "increased" | "decreased"}`,
  Rule
>;

function limitRules<Name extends BoundName>(name: Name, side: "upper" | "lower"): RulesOf<Name>;
function limitRules(name: string, side: "upper" | "lower"): Record<string, Rule> {
  const keyword = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const [tighter, looser] =
    side === "upper" ? ["decreased", "increased"] : ["increased", "decreased"];
  const boundRule = (title: string, isTighter: boolean): Rule => ({
    area: "schema",
    title,
    explanation: isTighter
      ? `Fewer values are valid. In a request, the server may now reject values that were valid, which ` +
        `breaks clients. In a response it is safe. To keep clients working, accept the old values and ` +
        `recommend the new \`${keyword}\` in the description.`
      : `More values are valid. In a request it is safe. In a response, the server may now send values ` +
        `that break clients which rely on the old \`${keyword}\`.`,
  });
  return {
    [`${name}-set`]: boundRule(`\`${keyword}\` was added`, true),
    [`${name}-unset`]: boundRule(`\`${keyword}\` was removed`, false),
    [`${name}-${tighter}`]: boundRule(`\`${keyword}\` ${tighter}`, true),
    [`${name}-${looser}`]: boundRule(`\`${keyword}\` ${looser}`, false),
  };
}

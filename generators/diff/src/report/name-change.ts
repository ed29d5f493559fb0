// Short names of changes for the summary at the top of a report, such as `Pet.tags`.

import type { Change } from "../changes/change.ts";
import { rules } from "../rules/rules.ts";

/**
 * Returns the name of the property, value, credentials or operation that changed, with a new limit or place
 * if the change has one.
 */
export function nameChange(change: Change): string {
  const { ruleId, message, affects } = change;
  const things = [...message.matchAll(/`([^`"]+)`/g)].map(([, name = ""]) => name);
  const { area } = rules[ruleId];
  if (area === "server") {
    const [, now] = / changed from `[^`]+` to `([^`]+)`/.exec(message) ?? [];
    return inCode(now ?? things[1] ?? things[0] ?? "");
  }
  if (area === "security") return inCode(things[0] ?? "");
  const parameter = affects.find(({ part, inside }) => / parameter /.test(part) && inside !== true);
  const place =
    parameter !== undefined && change.subject.kind === "schema"
      ? `${parameter.operation} › ${parameter.part}`
      : changePlace(change, things[0] ?? "");
  if (/^(any-of|one-of)-added$/.test(ruleId)) {
    const [, alternative] = /^(.*?) (?:was|were) added to /.exec(message) ?? [];
    const short = alternative?.replace(/ \(.*$/, "") ?? "";
    if (short !== "") return `${lowerFirst(short)} in ${inCode(place)}`;
  }
  const [, keyword, limit] =
    /^`(m(?:ax|in)\w+)` .* (?:is now|to) `?([\d.e+-]+?)`?\.?$/.exec(message) ?? [];
  if (keyword !== undefined) return `${inCode(place)} (\`${keyword}\` ${limit})`;
  if (ruleId === "media-type-removed") return `${inCode(things[0] ?? "")} of ${inCode(place)}`;
  return inCode(place);
}

/** Returns the property or part that changed, with its schema or operation. */
function changePlace({ subject: { kind, name, path = "" }, ruleId }: Change, own: string): string {
  const [part = "", inner = ""] = kind === "schema" ? ["", path] : path.split(": ");
  const isOfProperty = /^(required-)?property-/.test(ruleId);
  const member = joinNames([inner, isOfProperty ? own : ""], ".");
  return kind === "schema"
    ? joinNames([name, member], ".")
    : joinNames([name, part, member], " › ");
}

function joinNames(names: readonly string[], separator: string): string {
  return names.filter((each) => each !== "").join(separator);
}

function inCode(name: string): string {
  return name === "" ? "" : `\`${name}\``;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

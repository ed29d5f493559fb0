import { type RuleId, rules } from "@specwright/diff";
import { type Html, html } from "../html/html.ts";
import { codeBlock } from "../text/highlight.ts";
import { plainText } from "../text/plain-text.ts";
import { changeFacts, shownWitness } from "./change-facts.ts";
import { type ChangePlace, changePlaces } from "./change-place.ts";
import type { ListedChange } from "./change-sections.ts";
import type { ChangeLinks, ComparedVersions } from "./compared-versions.ts";
import { textSidesHtml } from "./text-sides.ts";

/** Writes the example value of a change, its facts, its places, and its rule. */
export function changeDetails(
  { change, places }: ListedChange,
  { versions, links }: { readonly versions: ComparedVersions; readonly links: ChangeLinks },
): Html {
  const witness = shownWitness(change, versions);
  const facts = changeFacts(change).map(
    ({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>\n`,
  );
  return html`${
    witness !== undefined &&
    html`<p>${witness.sentence}</p>
${codeBlock(witness.json, "json", "Example value")}`
  }${change.texts !== undefined && textSidesHtml(change.texts, versions)}<dl class="facts-table">
${facts}${places.flatMap(changePlaces).map((place) => placeHtml(place, versions))}<div><dt>Rule</dt><dd><a href="${links.rule(change.ruleId)}"><code>${change.ruleId}</code></a>${ruleTitle(change.ruleId)}</dd></div>
</dl>
`;
}

function placeHtml(
  { side, text, pointer }: ChangePlace,
  { base, revision }: ComparedVersions,
): Html {
  const version = side === "base" ? base?.name : revision.name;
  const label = version === undefined ? "Place" : `In ${version}`;
  const inside = pointer !== "" && html` <code>#${plainText(pointer)}</code>`;
  return html`<div><dt>${label}</dt><dd><code>${plainText(text)}</code>${inside}</dd></div>\n`;
}

function ruleTitle(ruleId: RuleId): string {
  return Object.hasOwn(rules, ruleId) ? `: ${rules[ruleId].title}.` : "";
}

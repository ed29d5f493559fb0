import type { Affected } from "@specwright/diff";
import { type Html, html } from "../html/html.ts";
import { plainText } from "../text/plain-text.ts";
import { partText } from "./change-facts.ts";
import type { ChangeLinks } from "./compared-versions.ts";

/** Writes the affected parts as a folded list with at most `maxShown` operations. */
export function reachedList(
  affects: readonly Affected[],
  links: ChangeLinks,
  maxShown: number,
): Html {
  const count = reachedCount(affects);
  return html`<details class="nested reach"><summary>Affects ${count}</summary>
${reachedItems(affects, links, maxShown)}</details>
`;
}

/** Writes the items of the list. An item is an operation with its affected parts. */
export function reachedItems(
  affects: readonly Affected[],
  links: ChangeLinks,
  maxShown: number,
): Html {
  const byOperation = [...Map.groupBy(affects, ({ operation }) => operation)];
  const more = byOperation.length - maxShown;
  return html`<ul>
${byOperation.slice(0, maxShown).map(([operation, own]) => {
  const [first] = own;
  const address = first && links.affected(first);
  const name = html`<code>${plainText(operation)}</code>`;
  const parts = own.map(partText).join(", ");
  return html`<li>${address === undefined ? name : html`<a href="${address}">${name}</a>`}: ${parts}</li>\n`;
})}${more > 0 && html`<li>And ${more} more.</li>\n`}</ul>
`;
}

/** Returns the number of affected operations, in words. */
export function reachedCount(affects: readonly Affected[]): string {
  const count = new Set(affects.map(({ operation }) => operation)).size;
  return count === 1 ? "1 operation" : `${count} operations`;
}

import { type Html, html } from "../html/html.ts";
import { dateText } from "../text/date-text.ts";
import type { FrameVersion } from "./frame.ts";
import type { LinkTo } from "./link-to.ts";

/** Writes the version with its status and date, and links to the same page in other versions. */
export function versionSwitch(
  { text, status, date, others, all }: FrameVersion,
  linkTo: LinkTo,
): Html {
  const label = html`<span class="version-text">${text}</span> <span class="status">${status}</span>${
    date !== undefined && html` <time datetime="${date}">${dateText(date)}</time>`
  }`;
  if (others.length === 0 && all === undefined) return html`<p class="version">${label}</p>`;
  return html`<details class="version">
<summary>${label}</summary>
<ul>
${others.map(
  ({ text: name, path, note, isCurrent = false }) =>
    html`<li><a href="${linkTo(path)}" aria-current="${isCurrent ? "page" : "false"}">${name}</a>${note !== undefined && html` <span class="note">${note}</span>`}</li>\n`,
)}
${all !== undefined && html`<li><a href="${linkTo(all.path)}">${all.text}</a></li>\n`}
</ul>
</details>`;
}

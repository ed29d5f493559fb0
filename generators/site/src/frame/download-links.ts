import { type Html, html } from "../html/html.ts";
import type { FrameLink } from "./frame.ts";
import type { LinkTo } from "./link-to.ts";

/** Writes links to the files of a document. The links to referenced files are folded. */
export function downloadLinks(files: readonly FrameLink[], linkTo: LinkTo): Html {
  const [document, ...others] = files;
  if (document === undefined) return html``;
  const link = (file: FrameLink, text: string): Html =>
    html`<a href="${linkTo(file.path)}" download>${text}</a>`;
  return html`<div class="downloads">
${link(document, `Download ${document.text}`)}
${
  others.length > 0 &&
  html`<details>
<summary>and ${others.length === 1 ? "1 other file" : `${others.length} other files`}</summary>
<ul>
${others.map((file) => html`<li>${link(file, file.text)}</li>\n`)}</ul>
</details>
`
}</div>
`;
}

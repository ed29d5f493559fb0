import { type Html, html } from "../html/html.ts";

/** A button that opens all folded parts. The button is hidden until the script of the page shows it. */
export const expandAll: Html = html`<p class="tools"><button type="button" class="expand" hidden data-expand-all>Expand all</button></p>`;

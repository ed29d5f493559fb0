// Finds active parts in a Markdown page, for a renderer that lets everything through.

import MarkdownIt from "markdown-it";
import { fragmentProblems } from "../../../generators/site/test/page-problems.ts";
import { brokenRows } from "../../golden/raw-markup.ts";

// Markup passes unchanged, any URL becomes a link, and images are loaded.
const careless = new MarkdownIt({ html: true, linkify: false });
careless.validateLink = () => true;
careless.normalizeLink = (link) => link;

/** Lists elements, attributes, URLs and cells that only the document can have added. */
export function markdownProblems(text: string): readonly string[] {
  return [
    ...fragmentProblems(carelessHtml(text)),
    ...brokenRows(text.replaceAll(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, "").split("\n")),
  ];
}

function carelessHtml(text: string): string {
  // The renderer itself writes the alignment of cells as a style.
  return careless.render(text).replaceAll(/(<t[hd]) style="text-align:\w+"/g, "$1");
}

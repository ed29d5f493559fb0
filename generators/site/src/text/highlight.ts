import { cleanText } from "@specwright/diff/changelog/text";
import highlighter from "highlight.js/lib/core";
import http from "highlight.js/lib/languages/http";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { type Html, html, trustedHtml } from "../html/html.ts";
import { pageText } from "../html/page-text.ts";
import { highlightJson } from "./highlight-json.ts";
import { highlightSample, isSampleLanguage } from "./highlight-sample.ts";
import { memoize } from "./remembered.ts";

const languages = { http, xml, yaml };
for (const [name, language] of Object.entries(languages)) {
  highlighter.registerLanguage(name, language);
}

/** Maps aliases of languages to their usual names. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["ts", "typescript"],
  ["js", "typescript"],
  ["javascript", "typescript"],
  ["sh", "bash"],
  ["shell", "bash"],
  ["py", "python"],
  ["golang", "go"],
]);

/** Code with more characters is not highlighted, because highlighting makes its HTML ten times as long. */
const maxLength = 50_000;

/** Highlights code with the CSS classes of highlight.js. Does not highlight an unknown language. */
export function highlight(code: string, language: string): Html {
  const text = pageText(cleanText(code));
  if (text.length > maxLength || !isKnown(language)) {
    return html`${text}`;
  }
  if (language === "json") return coloredJson(text);
  const own = aliases.get(language) ?? language;
  if (isSampleLanguage(own)) return trustedHtml(highlightSample(text, own));
  return trustedHtml(highlighter.highlight(text, { language, ignoreIllegals: true }).value);
}

/** Caches highlighted JSON, because many operations have the same responses. */
const coloredJson = memoize((text) => trustedHtml(highlightJson(text)));

function isKnown(language: string): boolean {
  return (
    language === "json" ||
    isSampleLanguage(aliases.get(language) ?? language) ||
    highlighter.getLanguage(language) !== undefined
  );
}

/** Writes a block of code that readers can scroll and copy with the keyboard. */
export function codeBlock(code: string, language: string, label: string): Html {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${highlight(code, language)}</code></pre></div>\n`;
}

import { cleanText } from "@specwright/diff/changelog/text";
import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import http from "highlight.js/lib/languages/http";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { type Html, html, trustedHtml } from "../html/html.ts";
import { pageText } from "../html/page-text.ts";
import { highlightJson } from "./highlight-json.ts";

const languages = { bash, http, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) {
  highlighter.registerLanguage(name, language);
}

/** Longer code is shown without colours, which would make it ten times as long. */
const maxLength = 50_000;

/** Writes code with the classes of its words; code in an unknown language has none. */
export function highlight(code: string, language: string): Html {
  const text = pageText(cleanText(code));
  if (text.length > maxLength || !isKnown(language)) {
    return html`${text}`;
  }
  if (language === "json") return trustedHtml(highlightJson(text));
  return trustedHtml(highlighter.highlight(text, { language, ignoreIllegals: true }).value);
}

function isKnown(language: string): boolean {
  return language === "json" || highlighter.getLanguage(language) !== undefined;
}

/** Writes a block of code, which can be scrolled and copied by keyboard. */
export function codeBlock(code: string, language: string, label: string): Html {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${highlight(code, language)}</code></pre></div>\n`;
}

// Writes code samples and examples with tabs. The tabs are radio buttons, so that they work without a
// script.

import { type Html, html } from "../html/html.ts";
import type { CodeSample } from "../samples/code-sample.ts";
import { codeBlock } from "../text/highlight.ts";
import { sentence } from "../text/sentence.ts";

/** The maximum number of tabs. The style sheet has one rule for each tab. */
export const maxTabs = 8;

/** Writes samples with tabs. `name` must be unique in the page. */
export function tabsHtml(
  name: string,
  title: string,
  samples: readonly CodeSample[],
  { isLanguages = false }: { readonly isLanguages?: boolean } = {},
): Html {
  const shown = samples.slice(0, maxTabs);
  const [first] = shown;
  if (first === undefined) return html``;
  const panels = shown.map((sample) => samplePanel(title, sample));
  if (shown.length === 1) {
    return html`<div class="tabs single"><p class="tabs-title">${title} <span class="quiet">${first.title}</span></p>
${panels}</div>
`;
  }
  const choices = shown.map((sample, index) => sampleChoice(name, sample, index));
  const legend = html`<legend class="tabs-title">${title}</legend>`;
  const fieldset = isLanguages
    ? html`<fieldset data-languages="${name}">${legend}${choices}</fieldset>`
    : html`<fieldset>${legend}${choices}</fieldset>`;
  return html`<div class="tabs">
${fieldset}
${panels}</div>
`;
}

function samplePanel(title: string, { title: name, note, code, language }: CodeSample): Html {
  return html`<div class="panel">${note !== undefined && html`<p class="panel-note">${sentence(note)}</p>\n`}${codeBlock(code, language, `${title}: ${name}`)}</div>\n`;
}

function sampleChoice(name: string, { id, title }: CodeSample, index: number): Html {
  return index === 0
    ? html`<label><input type="radio" name="${name}" value="${id}" checked><span>${title}</span></label>`
    : html`<label><input type="radio" name="${name}" value="${id}"><span>${title}</span></label>`;
}

import {
  changeClasses,
  classTitles,
  escapeMarkdown,
  formatDiagnostics,
  type RuleArea,
  type RuleId,
  rules,
} from "@specwright/diff";
import { anchorLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { description } from "../text/description.ts";

const areas: Readonly<Record<RuleArea, string>> = {
  document: "The whole document",
  operation: "Operations",
  parameter: "Parameters",
  "request-body": "Request bodies",
  response: "Responses",
  header: "Headers",
  schema: "Schemas",
  security: "Security",
  server: "Servers",
  channel: "Channels",
  message: "Messages",
  extension: "Extensions",
};

const classes: Readonly<Record<(typeof changeClasses)[number], string>> = {
  breaking: "Proved: clients of the old version fail.",
  "potentially-breaking": "Neither proved nor refuted, or it depends on how clients behave.",
  deprecation: "A part still works, but will be removed.",
  "non-breaking": "Proved: clients of the old version keep working.",
  docs: "Only descriptions changed.",
};

/** Writes the page that describes all rules. The id of each rule is an anchor. */
export function rulesPage(): SitePage {
  const title = "Rules for breaking changes";
  const intro =
    "These rules decide whether a change breaks existing clients. The same change of a schema may break in one direction only: the provider must still accept the requests of existing clients, and send only responses that they expect.";
  const main = html`<h1>${title}</h1>
<p>${intro}</p>
<h2 id="classes">Classes</h2>
<dl class="facts-table">
${changeClasses.map((each) => html`<div><dt>${classTitles[each].heading}</dt><dd>${classes[each]}</dd></div>\n`)}</dl>
${Object.entries(areas).map(([area, name]) => areaHtml(area, name))}${rejectedHtml()}`;
  return {
    path: "rules.html",
    kind: "rules",
    title,
    description: "The rules that decide whether a change is breaking.",
    main: main.text,
    markdown: rulesMarkdown(title, intro),
    search: [],
  };
}

function areaHtml(area: string, name: string): Html {
  const ids = areaRules(area);
  return html`<section>
<h2 id="area-${area}">${name}</h2>
${ids.map((id) => {
  const { title, explanation } = rules[id];
  return html`<h3 id="${id}"><a href="${anchorLink(id)}"><code>${id}</code></a></h3>
<p><strong>${title}.</strong></p>
${description(explanation, 4)}`;
})}</section>
`;
}

const rejected = {
  title: "Documents that cannot be published",
  intro: "A version with one of these errors is not published or compared.",
};

function rejectedHtml(): Html {
  return html`<section>
<h2 id="refused">${rejected.title}</h2>
<p>${rejected.intro}</p>
${Object.entries(formatDiagnostics).map(
  ([
    code,
    { explanation },
  ]) => html`<h3 id="${code}"><a href="${anchorLink(code)}"><code>${code}</code></a></h3>
${description(explanation, 4)}`,
)}</section>
`;
}

function rejectedMarkdown(): string {
  const items = Object.entries(formatDiagnostics).map(
    ([code, { explanation }]) => `### ${escapeMarkdown(code)}\n\n${explanation.trim()}\n`,
  );
  return `## ${rejected.title}\n\n${rejected.intro}\n\n${items.join("\n")}`;
}

function areaRules(area: string): readonly RuleId[] {
  return (Object.keys(rules) as RuleId[]).filter((id) => rules[id].area === area).sort();
}

function rulesMarkdown(title: string, intro: string): string {
  const sections = Object.entries(areas).map(([area, name]) => {
    const items = areaRules(area).map((id) => {
      const { title: words, explanation } = rules[id];
      return `### ${escapeMarkdown(id)}\n\n**${escapeMarkdown(words)}.** ${explanation.trim()}\n`;
    });
    return `## ${name}\n\n${items.join("\n")}`;
  });
  const meanings = changeClasses.map(
    (each) => `- ${classTitles[each].heading}: ${classes[each]}\n`,
  );
  return `# ${title}\n\n${intro}\n\n${meanings.join("")}\n${[...sections, rejectedMarkdown()].join("\n")}`;
}

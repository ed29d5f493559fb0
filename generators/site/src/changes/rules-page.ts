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
  breaking: "Proved: somebody who relies on the older version fails.",
  "potentially-breaking": "Neither proved nor refuted, or it depends on what the other side does.",
  deprecation: "Something is announced to go.",
  "non-breaking": "Proved: whoever relies on the older version goes on.",
  docs: "Nothing but descriptions changed.",
};

/** Writes the page with the rules by which changes are judged; each has its id as an anchor. */
export function rulesPage(): SitePage {
  const title = "Rules of changes";
  const intro =
    "These rules decide what a change means for those who use an interface. The same change of a schema may break one side and not the other: what the provider reads must stay accepted, what it writes must stay expected.";
  const main = html`<h1>${title}</h1>
<p>${intro}</p>
<h2 id="classes">Classes</h2>
<dl class="facts-table">
${changeClasses.map((each) => html`<div><dt>${classTitles[each].heading}</dt><dd>${classes[each]}</dd></div>\n`)}</dl>
${Object.entries(areas).map(([area, name]) => areaHtml(area, name))}${refusedHtml()}`;
  return {
    path: "rules.html",
    kind: "rules",
    title,
    description: "The rules by which changes are called breaking or not.",
    main: main.text,
    markdown: markdownOf(title, intro),
    search: [],
  };
}

function areaHtml(area: string, name: string): Html {
  const ids = rulesOf(area);
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

const refused = {
  title: "Documents that are not compared",
  intro: "A version with one of these faults is not published, and has no changes.",
};

function refusedHtml(): Html {
  return html`<section>
<h2 id="refused">${refused.title}</h2>
<p>${refused.intro}</p>
${Object.entries(formatDiagnostics).map(
  ([
    code,
    { explanation },
  ]) => html`<h3 id="${code}"><a href="${anchorLink(code)}"><code>${code}</code></a></h3>
${description(explanation, 4)}`,
)}</section>
`;
}

function refusedMarkdown(): string {
  const items = Object.entries(formatDiagnostics).map(
    ([code, { explanation }]) => `### ${escapeMarkdown(code)}\n\n${explanation.trim()}\n`,
  );
  return `## ${refused.title}\n\n${refused.intro}\n\n${items.join("\n")}`;
}

function rulesOf(area: string): readonly RuleId[] {
  return (Object.keys(rules) as RuleId[]).filter((id) => rules[id].area === area).sort();
}

function markdownOf(title: string, intro: string): string {
  const sections = Object.entries(areas).map(([area, name]) => {
    const items = rulesOf(area).map((id) => {
      const { title: words, explanation } = rules[id];
      return `### ${escapeMarkdown(id)}\n\n**${escapeMarkdown(words)}.** ${explanation.trim()}\n`;
    });
    return `## ${name}\n\n${items.join("\n")}`;
  });
  const meanings = changeClasses.map(
    (each) => `- ${classTitles[each].heading}: ${classes[each]}\n`,
  );
  return `# ${title}\n\n${intro}\n\n${meanings.join("")}\n${[...sections, refusedMarkdown()].join("\n")}`;
}

import { inlineProse, markdown, markdownCode } from "@specwright/contract";
import { pageLink, webLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { channelTitle } from "../reference/channel-title.ts";
import { groupOperations, type OperationGroup } from "../reference/group-operations.ts";
import type { Reference } from "../reference/reference.ts";
import { description } from "../text/description.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { linkText, markdownParts } from "../text/markdown-text.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { leadSentence, sentence } from "../text/sentence.ts";
import { operationsMarkdown, operationsTable } from "./group-page.ts";
import { serversMarkdown, serversTable } from "./servers-table.ts";

/** If an interface has more operations, the page lists only the groups of operations. */
const maxOperations = 150;

/** Writes the first page of an interface. */
export function overviewPage(reference: Reference): SitePage {
  const { contract, paths } = reference;
  const { info, servers, channels, securitySchemes } = contract;
  const title = plainText(info.title) || "Untitled";
  const groups = groupOperations(contract, paths);
  const isLarge = contract.operations.length > maxOperations;
  const main = html`<article>
<header class="page-head">
<h1>${title}</h1>
</header>
${description(info.description ?? info.summary, 2)}${
  servers.length > 0 &&
  html`<section>
<h2 id="servers">Servers</h2>
${serversTable(servers)}</section>
`
}${
  securitySchemes.length > 0 &&
  html`<section>
<h2 id="authentication">Authentication</h2>
<p><a href="${pageLink(paths.security)}">How clients authenticate</a>: ${securitySchemes.map(({ id }, index) => html`${index > 0 && ", "}<code>${plainText(id)}</code>`)}</p>
</section>
`
}${channels.length > 0 && channelSection(reference)}${
  groups.length > 0 &&
  html`<section>
<h2 id="operations">Operations</h2>
${groups.map((group) => groupSection(group, reference, isLarge))}</section>
`
}${aboutSection(reference)}</article>
`;
  return {
    path: paths.overview,
    kind: "overview",
    title,
    description: firstSentence(info.summary ?? info.description ?? ""),
    main: main.text,
    markdown: overviewMarkdown(title, groups, reference),
    search: [
      { kind: "section", name: title, text: firstSentence(info.description ?? ""), anchor: "" },
    ],
  };
}

function groupSection(group: OperationGroup, reference: Reference, isLarge: boolean): Html {
  const { title, path, operations, description: words } = group;
  const heading = html`<h3><a href="${pageLink(path)}">${title}</a></h3>\n`;
  const summary = leadSentence(words ?? "");
  if (!isLarge)
    return html`${heading}${summary.text !== "" && html`<p>${summary}</p>\n`}${operationsTable(group, reference, "")}`;
  return html`<section class="card">
${heading}<p>${summary} <span class="quiet">${operations.length} ${operations.length === 1 ? "operation" : "operations"}</span></p>
</section>
`;
}

function channelSection({ contract, paths }: Reference): Html {
  return html`<section>
<h2 id="channels">Channels</h2>
<table class="list">
<caption>Channels</caption>
<thead><tr><th scope="col">Channel</th><th scope="col">Address</th><th scope="col">Content</th></tr></thead>
<tbody>
${contract.channels.map(
  (channel) =>
    html`<tr><td><a href="${pageLink(paths.channel(channel))}">${channelTitle(channel)}</a>${channel.deprecated && html` <span class="mark">deprecated</span>`}</td><td>${channel.address === null ? "known only at run time" : html`<code>${plainText(channel.address)}</code>`}</td><td>${channel.summary === undefined ? leadSentence(channel.description ?? "") : sentence(channel.summary)}</td></tr>\n`,
)}</tbody>
</table>
</section>
`;
}

function aboutSection({ contract }: Reference): Html {
  const { contact, license, termsOfService } = contract.info;
  const facts: Html[] = [];
  const add = (label: string, text: unknown, url: unknown): void => {
    const words = typeof text === "string" ? plainText(text) : "";
    const address = typeof url === "string" ? webLink(url) : undefined;
    const name = words || address?.href;
    if (name === undefined || name === "") return;
    const value = address === undefined ? html`${name}` : html`<a href="${address}">${name}</a>`;
    facts.push(html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`);
  };
  const email = contact?.["email"];
  add("Contact", contact?.["name"], contact?.["url"]);
  add("Mail", email, typeof email === "string" ? `mailto:${email}` : undefined);
  add("License", license?.["name"], license?.["url"]);
  add("Terms", termsOfService, termsOfService);
  if (facts.length === 0) return html``;
  return html`<section>
<h2 id="about">About</h2>
<dl class="facts-table">
${facts}</dl>
</section>
`;
}

function overviewMarkdown(
  title: string,
  groups: readonly OperationGroup[],
  reference: Reference,
): string {
  const { contract, paths } = reference;
  const channels = contract.channels.map(
    (channel) =>
      `- ${linkText(channelTitle(channel), paths.channel(channel))}: ${markdownCode(channel.address ?? "")} ${inlineProse(channel.summary)}\n`,
  );
  return markdownParts([
    `# ${markdown(title)}`,
    descriptionMarkdown(contract.info.description ?? contract.info.summary),
    contract.servers.length === 0 ? "" : `## Servers\n\n${serversMarkdown(contract.servers)}`,
    contract.securitySchemes.length === 0
      ? ""
      : `## Authentication\n\n${linkText("How clients authenticate", paths.security)}`,
    channels.length === 0 ? "" : `## Channels\n\n${channels.join("")}`,
    ...groups.map(
      (group) => `## ${markdown(group.title)}\n\n${operationsMarkdown(group, reference, "")}`,
    ),
  ]);
}

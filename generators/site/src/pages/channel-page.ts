import type { Channel, Message } from "@specwright/contract";
import { jsonText } from "@specwright/diff";
import {
  type ChannelRules,
  channelRules,
  groupParameters,
  inlineProse,
  markdown,
  markdownCode,
  prose,
} from "@specwright/emit-kit/reading";
import type { PageBudget } from "../fields/read-schema.ts";
import { schemaSearch } from "../fields/schema-search.ts";
import { anchorLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import { channelSamples } from "../samples/channel-samples.ts";
import type { CodeSample } from "../samples/code-sample.ts";
import { description } from "../text/description.ts";
import { codeBlock } from "../text/highlight.ts";
import { fencedText, markdownParts } from "../text/markdown-text.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { channelTitle } from "./channel-title.ts";
import { closeCodesMarkdown, closeCodesTable } from "./close-codes.ts";
import { channelPlace } from "./console-place.ts";
import { expandAll } from "./expand-all.ts";
import { type MessagePart, readMessage } from "./message-part.ts";
import { messageHtml, messageMarkdown } from "./message-section.ts";
import {
  type FieldGroup,
  fieldListHtml,
  fieldListMarkdown,
  parameterGroups,
} from "./parameters-section.ts";
import type { Reference } from "./reference.ts";
import { tabsHtml } from "./samples-html.ts";
import { securityHtml, securityMarkdown } from "./security-text.ts";
import { serversMarkdown, serversTable } from "./servers-table.ts";
import type { SearchEntry, SitePage } from "./site-page.ts";

const above = "../";
const budgets = { named: 300, all: 900 };

interface ChannelParts {
  readonly channel: Channel;
  readonly title: string;
  readonly parameters: readonly FieldGroup[];
  readonly sends: readonly MessagePart[];
  readonly receives: readonly MessagePart[];
  readonly rules: readonly ChannelRules[];
  readonly samples: readonly CodeSample[];
  readonly bindings: string;
}

/** Writes the page of a channel. */
export function channelPage(channel: Channel, reference: Reference): SitePage {
  const parts = readChannel(channel, reference);
  return {
    path: reference.paths.channel(channel),
    kind: "channel",
    title: parts.title,
    description: plainText(channel.summary ?? "") || firstSentence(channel.description ?? ""),
    main: channelHtml(parts, reference).text,
    markdown: channelMarkdown(parts, reference),
    search: searchEntries(parts),
  };
}

function readChannel(channel: Channel, reference: Reference): ChannelParts {
  const budget: PageBudget = { ...budgets, shown: new Set() };
  const parameters = channel.parameterGroups.flatMap(groupParameters);
  const read =
    (prefix: string) =>
    (message: Message, index: number): MessagePart =>
      readMessage(message, `${prefix}-${index + 1}`, reference, budget);
  return {
    channel,
    title: channelTitle(channel),
    parameters: parameterGroups(parameters, reference, budget),
    sends: channel.sends.map(read("sent")),
    receives: channel.receives.map(read("received")),
    rules: channelRules(channel),
    samples: channelSamples(channel, reference),
    bindings: bindingsText(channel),
  };
}

function bindingsText({ bindings }: Channel): string {
  const protocols = Object.keys(bindings);
  // The parameters of a WebSocket binding are shown as such.
  const isShown = protocols.length === 0 || (protocols.length === 1 && protocols[0] === "ws");
  return isShown ? "" : jsonText(bindings, "  ");
}

function channelHtml(parts: ChannelParts, reference: Reference): Html {
  const { channel, title, parameters, sends, receives, rules, samples, bindings } = parts;
  const { contract } = reference;
  const servers = contract.servers.filter(({ id }) => channel.servers.includes(id));
  const address =
    channel.address === null
      ? html`<span class="quiet">The address is known at run time.</span>`
      : html`<code>${plainText(channel.address)}</code>`;
  return html`<article class="reference">
<header class="page-head">
<h1>${title}</h1>
<p class="route">${methodBadge(channel.protocols.includes("wss") ? "wss" : (channel.protocols[0] ?? "channel"))} ${address}${channel.deprecated && html` <span class="mark">deprecated</span>`}</p>
</header>
<div class="text">
${channel.summary !== undefined && html`<p class="lead">${plainText(channel.summary)}</p>\n`}${description(channel.description, 2)}
<ul class="directions">
${sends.length > 0 && html`<li>The server sends ${messageLinks(sends)}.</li>\n`}${receives.length > 0 && html`<li>Clients send ${messageLinks(receives)}.</li>\n`}</ul>
<section class="authentication">
<h2 id="authentication">Authentication</h2>
<p>${securityHtml(channel.security, reference, above)}</p>
</section>
${
  servers.length > 0 &&
  html`<section>
<h2 id="servers">Servers</h2>
${serversTable(servers)}</section>
`
}${expandAll}
${parameters.map(
  ({ title: heading, place, fields }) => html`<section>
<h2 id="parameters-${place}">${heading}</h2>
${fieldListHtml(fields, above)}</section>
`,
)}${rules.map(
  ({ topic, sentences }) => html`<section>
<h2 id="${topic.replace(" ", "-")}">${topicTitles[topic]}</h2>
${description(sentences.map((each) => `- ${each}`).join("\n"))}</section>
`,
)}${
  sends.length > 0 &&
  html`<section>
<h2 id="server-messages">Messages that the server sends</h2>
${sends.map((message) => messageHtml(message, above))}</section>
`
}${
  receives.length > 0 &&
  html`<section>
<h2 id="client-messages">Messages that clients send</h2>
${receives.map((message) => messageHtml(message, above))}</section>
`
}${
  channel.closeCodes.length > 0 &&
  html`<section>
<h2 id="close-codes">Close codes</h2>
${closeCodesTable(channel.closeCodes)}</section>
`
}${
  bindings !== "" &&
  html`<section>
<h2 id="bindings">Bindings</h2>
${codeBlock(bindings, "json", "Bindings")}</section>
`
}</div>
<aside class="samples" aria-label="Samples">
${tabsHtml("request-sample", "Connect", samples, { isLanguages: true })}${[...sends, ...receives].slice(0, 6).map(({ anchor, title: name, examples }) => tabsHtml(`${anchor}-examples`, name, examples))}</aside>
${channelPlace(channel)}
</article>
`;
}

const topicTitles: Readonly<Record<ChannelRules["topic"], string>> = {
  numbering: "Numbering and resuming",
  subscription: "Subscribing",
  signature: "Signature",
  "flow control": "Flow control",
};

function messageLinks(messages: readonly MessagePart[]): Html {
  return html`${messages.map(
    ({ anchor, title }, index) =>
      html`${index > 0 && (index === messages.length - 1 ? " and " : ", ")}<a href="${anchorLink(anchor)}">${title}</a>`,
  )}`;
}

function channelMarkdown(parts: ChannelParts, reference: Reference): string {
  const { channel, title, parameters, sends, receives, rules, samples } = parts;
  const servers = reference.contract.servers.filter(({ id }) => channel.servers.includes(id));
  const messages = (heading: string, list: readonly MessagePart[]): string =>
    list.length === 0
      ? ""
      : `## ${heading}\n\n${list.map((each) => messageMarkdown(each, above)).join("\n")}`;
  return markdownParts([
    `# ${markdown(title)}`,
    channel.address === null
      ? ""
      : `${markdownCode(channel.address)}${channel.deprecated ? " (deprecated)" : ""}`,
    inlineProse(channel.summary),
    prose(channel.description),
    `Authentication: ${securityMarkdown(channel.security, reference, above)}.`,
    servers.length === 0 ? "" : `## Servers\n\n${serversMarkdown(servers)}`,
    ...parameters.map(
      ({ title: heading, fields }) => `## ${heading}\n\n${fieldListMarkdown(fields, above)}`,
    ),
    ...rules.map(
      ({ topic, sentences }) =>
        `## ${topicTitles[topic]}\n\n${sentences.map((each) => `- ${each}\n`).join("")}`,
    ),
    messages("Messages that the server sends", sends),
    messages("Messages that clients send", receives),
    channel.closeCodes.length === 0
      ? ""
      : `## Close codes\n\n${closeCodesMarkdown(channel.closeCodes)}`,
    samples.length === 0 ? "" : "## Samples",
    ...samples.map(({ code, language }) => fencedText(code, language)),
  ]);
}

function searchEntries({
  channel,
  title,
  parameters,
  sends,
  receives,
}: ChannelParts): readonly SearchEntry[] {
  const text = `${plainText(channel.address ?? "")} ${plainText(channel.summary ?? "")}`.trim();
  const entries: SearchEntry[] = [{ kind: "channel", name: title, text, anchor: "" }];
  for (const { label, node } of parameters.flatMap(({ fields }) => fields)) {
    entries.push({ kind: "field", name: label, text: title, anchor: node.anchor });
    entries.push(...schemaSearch(node, title));
  }
  for (const message of [...sends, ...receives]) {
    entries.push({ kind: "message", name: message.title, text: title, anchor: message.anchor });
    if (message.payload !== undefined && !message.isNamed) {
      entries.push(...schemaSearch(message.payload, `${title}: ${message.title}`));
    }
  }
  return entries;
}

import { fieldListHtml } from "../fields/schema-html.ts";
import { anchorLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import type { Reference } from "../reference/reference.ts";
import { description } from "../text/description.ts";
import { codeBlock } from "../text/highlight.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import { channelOperationsHtml } from "./channel-operations.ts";
import { type ChannelParts, topicTitles } from "./channel-parts.ts";
import { closeCodesTable } from "./close-codes.ts";
import { channelPlace } from "./console-place.ts";
import { expandAll } from "./expand-all.ts";
import type { MessagePart } from "./message-part.ts";
import { messageHtml } from "./message-section.ts";
import { tabsHtml } from "./samples-html.ts";
import { securityHtml } from "./security-text.ts";
import { serversTable } from "./servers-table.ts";

const above = "../";

/** Writes the content of the page of a channel. */
export function channelHtml(parts: ChannelParts, reference: Reference): Html {
  const { channel, title, parameters, sends, receives, operations, rules, samples, bindings } =
    parts;
  const { contract } = reference;
  const { closes = [] } = channel.endings ?? {};
  const servers = contract.servers.filter(({ id }) => channel.servers.includes(id));
  const address =
    channel.address === null
      ? html`<span class="quiet">The address is known only at run time.</span>`
      : html`<code>${plainText(channel.address)}</code>`;
  return html`<article class="reference">
<header class="page-head">
<h1>${title}</h1>
<p class="route">${methodBadge(channel.protocols.includes("wss") ? "wss" : (channel.protocols[0] ?? "channel"))} ${address}${channel.deprecated && html` <span class="mark">deprecated</span>`}</p>
</header>
<div class="intro">
${channel.summary !== undefined && html`<p class="lead">${sentence(channel.summary)}</p>\n`}${description(channel.description, 2)}
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
}</div>
<aside class="samples" aria-label="Samples">
${tabsHtml("request-sample", "Connect", samples, { isLanguages: true })}${channelPlace(channel)}${[...sends, ...receives].slice(0, 6).map(({ anchor, title: name, examples }) => tabsHtml(`${anchor}-examples`, name, examples))}</aside>
<div class="text">
${expandAll}
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
  operations.length > 0 &&
  html`<section>
<h2 id="operations">Operations</h2>
${channelOperationsHtml(operations, reference)}</section>
`
}${
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
  closes.length > 0 &&
  html`<section>
<h2 id="close-codes">Close codes</h2>
${closeCodesTable(closes)}</section>
`
}${
  bindings !== "" &&
  html`<section>
<h2 id="bindings">Bindings</h2>
${codeBlock(bindings, "json", "Bindings")}</section>
`
}</div>
</article>
`;
}

function messageLinks(messages: readonly MessagePart[]): Html {
  return html`${messages.map(
    ({ anchor, title }, index) =>
      html`${index > 0 && (index === messages.length - 1 ? " and " : ", ")}<a href="${anchorLink(anchor)}">${title}</a>`,
  )}`;
}

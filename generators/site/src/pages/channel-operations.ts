import { inlineProse, markdown, markdownCode } from "@specwright/contract";
import { anchorLink, pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { Reference } from "../reference/reference.ts";
import { description } from "../text/description.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { linkText, markdownParts } from "../text/markdown-text.ts";
import { sentence } from "../text/sentence.ts";
import type { ChannelOperationPart, PlaceLink, ReplyPart } from "./channel-operation-part.ts";
import { securityHtml, securityMarkdown } from "./security-text.ts";

const above = "../";

/** Writes operations of a channel, each with its sender, messages and reply. */
export function channelOperationsHtml(
  operations: readonly ChannelOperationPart[],
  reference: Reference,
): Html {
  return html`${operations.map((operation) => {
    const { title, anchor, requestedOn, messages, deprecated, summary, security } = operation;
    const on = requestedOn !== undefined && html` on ${linkHtml(requestedOn)}`;
    return html`<section class="message operation" id="${anchor}">
<h3>${title} <a class="anchor" href="${anchorLink(anchor)}" aria-label="Link to ${title}">#</a>${deprecated && html` <span class="mark">deprecated</span>`}</h3>
${summary !== undefined && html`<p>${sentence(summary)}</p>\n`}${description(operation.description)}<p>${sentenceStart(operation)}${listHtml(messages)}${on}.</p>
${operation.reply !== undefined && replyHtml(operation, operation.reply)}${security.length > 0 && html`<p>Authentication: ${securityHtml(security, reference, above)}</p>\n`}</section>
`;
  })}`;
}

function replyHtml(
  operation: ChannelOperationPart,
  { anchor, messages, channel, address }: ReplyPart,
): Html {
  const on = channel === undefined ? html` on this channel` : html` on ${linkHtml(channel)}`;
  const list = messages.length > 0 && html` with ${listHtml(messages)}`;
  return html`<p class="reply" id="${anchor}">${repliesText(operation)}${list}${on}${address !== undefined && html`, at the address in <code>${address}</code>`}.</p>
`;
}

function listHtml(links: readonly PlaceLink[]): Html {
  if (links.length === 0) return html`any message`;
  return html`${links.map((link, index) => html`${separator(index, links.length)}${linkHtml(link)}`)}`;
}

function linkHtml({ title, path, anchor }: PlaceLink): Html {
  if (path !== undefined) return html`<a href="${pageLink(above + path, anchor)}">${title}</a>`;
  return anchor === undefined ? html`${title}` : html`<a href="${anchorLink(anchor)}">${title}</a>`;
}

/** Writes operations of a channel as Markdown. */
export function channelOperationsMarkdown(
  operations: readonly ChannelOperationPart[],
  reference: Reference,
): string {
  return operations
    .map((operation) => {
      const { title, requestedOn, messages, deprecated, summary, security, reply } = operation;
      const on = requestedOn === undefined ? "" : ` on ${linkMarkdown(requestedOn)}`;
      return markdownParts([
        `### ${markdown(title)}${deprecated ? " (deprecated)" : ""}`,
        inlineProse(summary),
        descriptionMarkdown(operation.description),
        `${sentenceStart(operation)}${listMarkdown(messages)}${on}.`,
        reply === undefined ? "" : replyMarkdown(operation, reply),
        security.length === 0
          ? ""
          : `Authentication: ${securityMarkdown(security, reference, above)}.`,
      ]);
    })
    .join("\n");
}

function replyMarkdown(
  operation: ChannelOperationPart,
  { messages, channel, address }: ReplyPart,
): string {
  const on = channel === undefined ? " on this channel" : ` on ${linkMarkdown(channel)}`;
  const list = messages.length === 0 ? "" : ` with ${listMarkdown(messages)}`;
  const at = address === undefined ? "" : `, at the address in ${markdownCode(address)}`;
  return `${repliesText(operation)}${list}${on}${at}.`;
}

function listMarkdown(links: readonly PlaceLink[]): string {
  if (links.length === 0) return "any message";
  return links.map((link, index) => separator(index, links.length) + linkMarkdown(link)).join("");
}

function linkMarkdown({ title, path }: PlaceLink): string {
  return path === undefined ? markdown(title) : linkText(title, above + path);
}

function sentenceStart({ action }: ChannelOperationPart): string {
  return action === "send" ? "The server sends " : "Clients send ";
}

function repliesText({ action }: ChannelOperationPart): string {
  return action === "send" ? "Clients reply" : "The server replies";
}

function separator(index: number, count: number): string {
  if (index === 0) return "";
  return index === count - 1 ? " or " : ", ";
}

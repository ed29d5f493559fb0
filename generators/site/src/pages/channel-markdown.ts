import { inlineProse, markdown, markdownCode } from "@specwright/contract";
import type { Reference } from "../reference/reference.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { fencedText, markdownParts } from "../text/markdown-text.ts";
import { channelOperationsMarkdown } from "./channel-operations.ts";
import { type ChannelParts, topicTitles } from "./channel-parts.ts";
import { closeCodesMarkdown } from "./close-codes.ts";
import type { MessagePart } from "./message-part.ts";
import { messageMarkdown } from "./message-section.ts";
import { fieldListMarkdown } from "./parameters-section.ts";
import { securityMarkdown } from "./security-text.ts";
import { serversMarkdown } from "./servers-table.ts";

const above = "../";

/** Writes the page of a channel in Markdown. */
export function channelMarkdown(parts: ChannelParts, reference: Reference): string {
  const { channel, title, parameters, sends, receives, operations, rules, samples } = parts;
  const { closes = [] } = channel.endings ?? {};
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
    descriptionMarkdown(channel.description),
    `Authentication: ${securityMarkdown(channel.security, reference, above)}.`,
    servers.length === 0 ? "" : `## Servers\n\n${serversMarkdown(servers)}`,
    ...parameters.map(
      ({ title: heading, fields }) => `## ${heading}\n\n${fieldListMarkdown(fields, above)}`,
    ),
    ...rules.map(
      ({ topic, sentences }) =>
        `## ${topicTitles[topic]}\n\n${sentences.map((each) => `- ${each}\n`).join("")}`,
    ),
    operations.length === 0
      ? ""
      : `## Operations\n\n${channelOperationsMarkdown(operations, reference)}`,
    messages("Messages that the server sends", sends),
    messages("Messages that clients send", receives),
    closes.length === 0 ? "" : `## Close codes\n\n${closeCodesMarkdown(closes)}`,
    samples.length === 0 ? "" : "## Samples",
    ...samples.map(({ code, language }) => fencedText(code, language)),
  ]);
}

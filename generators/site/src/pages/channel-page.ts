import { type Channel, channelRules, groupParameters, type Message } from "@specwright/contract";
import { jsonText } from "@specwright/diff";
import type { PageBudget } from "../fields/schema-draft.ts";
import { schemaSearch } from "../fields/schema-search.ts";
import type { SearchEntry, SitePage } from "../paths/site-page.ts";
import { channelTitle } from "../reference/channel-title.ts";
import type { Reference } from "../reference/reference.ts";
import { channelSamples } from "../samples/channel-samples.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { channelHtml } from "./channel-html.ts";
import { channelMarkdown } from "./channel-markdown.ts";
import { readChannelOperations } from "./channel-operation-part.ts";
import type { ChannelParts } from "./channel-parts.ts";
import { type MessagePart, messageAnchor, readMessage } from "./message-part.ts";
import { parameterGroups } from "./parameters-section.ts";

const budgets = { named: 300, all: 900 };

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
    (action: "send" | "receive") =>
    (message: Message, index: number): MessagePart =>
      readMessage(message, messageAnchor(action, index), reference, budget);
  return {
    channel,
    title: channelTitle(channel),
    parameters: parameterGroups(parameters, "", reference, budget),
    sends: channel.sends.map(read("send")),
    receives: channel.receives.map(read("receive")),
    operations: readChannelOperations(channel, reference),
    rules: channelRules(channel),
    samples: channelSamples(channel, reference),
    bindings: bindingsText(channel),
  };
}

function bindingsText({ bindings }: Channel): string {
  const protocols = Object.keys(bindings);
  // The section about parameters already shows the WebSocket binding.
  const isShown = protocols.length === 0 || (protocols.length === 1 && protocols[0] === "ws");
  return isShown ? "" : jsonText(bindings, "  ");
}

function searchEntries({
  channel,
  title,
  parameters,
  sends,
  receives,
  operations,
}: ChannelParts): readonly SearchEntry[] {
  const text = `${plainText(channel.address ?? "")} ${plainText(channel.summary ?? "")}`.trim();
  const entries: SearchEntry[] = [{ kind: "channel", name: title, text, anchor: "" }];
  for (const { label, node } of parameters.flatMap(({ fields }) => fields)) {
    entries.push({ kind: "field", name: label, text: title, anchor: node.anchor });
    entries.push(...schemaSearch(node, title));
  }
  for (const { title: name, anchor } of operations) {
    entries.push({ kind: "section", name, text: title, anchor });
  }
  for (const message of [...sends, ...receives]) {
    entries.push({ kind: "message", name: message.title, text: title, anchor: message.anchor });
    if (message.payload !== undefined && !message.isNamed) {
      entries.push(...schemaSearch(message.payload, `${title}: ${message.title}`));
    }
  }
  return entries;
}

// Prepares the data for `reference/channels.md`.

import {
  brokerFacts,
  type Channel,
  type ChannelOperation,
  type Contract,
  channelRules,
  formatProse,
  groupParameters,
  inlineProse,
  type Message,
  markdown,
  markdownCode,
  securityLists,
  streamChannels,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { type ParameterView, parameterView } from "./fields-view.ts";
import { indentCode } from "./operations-view.ts";
import { jsonText, type Links, schemaLink } from "./type-text.ts";

/** The data for the page that lists all channels. */
export interface ChannelsView {
  readonly title: string;
  readonly channels: readonly ChannelView[];
}

interface ChannelOperationView {
  readonly name: string;
  readonly action: string;
  readonly messages: string;
  readonly reply: string;
  readonly notes: string;
}

/** A message that a channel sends or receives. */
export interface MessageView {
  readonly name: string;
  readonly tag: string;
  readonly payload: string;
  readonly notes: string;
}

interface ChannelView {
  readonly name: string;
  readonly address: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** The credentials that the channel requires, in words; empty if it requires none. */
  readonly security: string;
  readonly operations: readonly ChannelOperationView[];
  readonly parameters: readonly ParameterView[];
  /** The heading of the list of messages in each direction. */
  readonly sending: string;
  readonly receiving: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly sends: readonly MessageView[];
  readonly receives: readonly MessageView[];
  readonly rules: readonly string[];
  readonly closeCodes: readonly {
    readonly code: string;
    readonly name: string;
    readonly notes: string;
  }[];
  readonly example: string;
}

/** Returns the data for the channels page. */
export function channelsView({ contract, names }: EmitContext): ChannelsView {
  const links: Links = { contract, names, schemasPage: "schemas.md" };
  const streams = new Set(streamChannels(contract));
  return {
    title: markdown(contract.info.title),
    channels: contract.channels.map((channel) => channelView(channel, streams.has(channel), links)),
  };
}

function channelView(channel: Channel, isStream: boolean, links: Links): ChannelView {
  const example = channel.sends.flatMap((message) => message.examples)[0];
  return {
    name: links.names.channel(channel).value,
    address: channel.address === null ? "known at run time" : markdownCode(channel.address),
    description: formatProse(channel.description ?? channel.summary),
    deprecated: channel.deprecated,
    security: isStream ? securityText(links.contract, channel) : "",
    operations: links.contract.channelOperations
      .filter((operation) => operation.channel === channel)
      .map(operationView),
    parameters: channel.parameterGroups
      .flatMap(groupParameters)
      .map((each) => parameterView(each, links)),
    sending: isStream ? "The server sends" : "The application sends to this channel",
    receiving: isStream ? "The client sends" : "The application receives from this channel",
    facts: brokerFacts(links.contract, channel).map(({ label, value }) => ({
      label: markdown(label),
      value: markdownCode(value),
    })),
    sends: channel.sends.map((message) => messageView(message, links)),
    receives: channel.receives.map((message) => messageView(message, links)),
    rules: channelRules(channel).flatMap(({ sentences }) => sentences),
    closeCodes: (channel.endings?.closes ?? []).map(({ codes, name, description }) => ({
      code: typeof codes === "number" ? String(codes) : codes.join(" to "),
      name: name === undefined ? "" : markdownCode(name),
      notes: inlineProse(description),
    })),
    example: example === undefined ? "" : indentCode(jsonText(example.value, 2)),
  };
}

/** Lists the alternatives in each security list. A client must satisfy one alternative of every list. */
function securityText(contract: Contract, channel: Channel): string {
  const lists = securityLists(contract, channel).map((alternatives) =>
    alternatives.map((ids) => ids.map(markdownCode).join(" and ")).join(", or "),
  );
  return lists.join("; and ");
}

function operationView(operation: ChannelOperation): ChannelOperationView {
  const { id, action, messages, reply, summary, description, deprecated } = operation;
  const list = (all: readonly Message[]): string => all.map(messageName).join(", ");
  const elsewhere =
    reply?.channel === undefined || reply.channel === operation.channel
      ? ""
      : ` on ${markdown(reply.channel.id)}`;
  return {
    name: markdown(id),
    action,
    messages: list(messages),
    reply: reply === undefined ? "" : list(reply.messages) + elsewhere,
    notes: inlineProse(summary ?? description) + (deprecated ? " *Deprecated.*" : ""),
  };
}

function messageName({ title, name, id }: Message): string {
  return markdown(title ?? name ?? id);
}

function messageView(message: Message, links: Links): MessageView {
  const { discriminator, payload, key, headers } = message;
  const parts = [
    inlineProse(message.summary ?? message.description),
    ...(key === undefined ? [] : [`Key: ${schemaLink(links.names.type(key), links)}.`]),
    ...(headers === undefined ? [] : [`Headers: ${schemaLink(links.names.type(headers), links)}.`]),
  ];
  return {
    name: messageName(message),
    tag: discriminator === undefined ? "" : markdownCode(discriminator.value),
    payload: payload === undefined ? "" : schemaLink(links.names.type(payload), links),
    notes: parts.filter((part) => part !== "").join(" "),
  };
}

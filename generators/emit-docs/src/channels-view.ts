// The data of `reference/channels.md`.

import type { Channel, Message } from "@specwright/contract";
import {
  brokerFacts,
  channelRules,
  type EmitContext,
  groupParameters,
  inlineProse,
  markdown,
  markdownCode,
  prose,
  streamChannels,
} from "@specwright/emit-kit";
import { type FieldView, fieldView } from "./fields-view.ts";
import { indented } from "./operations-view.ts";
import { jsonText, type Links, link } from "./type-text.ts";

/** The data for the page of all channels. */
export interface ChannelsView {
  readonly title: string;
  readonly channels: readonly ChannelView[];
}

interface MessageView {
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
  readonly parameters: readonly (FieldView & { readonly place: string })[];
  /** The words in front of the messages of each direction. */
  readonly sending: string;
  readonly receiving: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly sends: readonly MessageView[];
  readonly receives: readonly MessageView[];
  readonly rules: readonly string[];
  readonly closeCodes: readonly {
    readonly code: number;
    readonly name: string;
    readonly notes: string;
  }[];
  readonly example: string;
}

/** Reads the channels page from a contract. */
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
    description: prose(channel.description ?? channel.summary),
    deprecated: channel.deprecated,
    parameters: channel.parameterGroups.flatMap(groupParameters).map((parameter) => ({
      place: parameter.in,
      ...fieldView(parameter.name, parameter.schema, {
        required: parameter.required,
        description: parameter.description,
        links,
      }),
    })),
    sending: isStream ? "The server sends" : "The application sends to this channel",
    receiving: isStream ? "The client sends" : "The application receives from this channel",
    facts: brokerFacts(links.contract, channel).map(({ label, value }) => ({
      label: markdown(label),
      value: markdownCode(value),
    })),
    sends: channel.sends.map((message) => messageView(message, links)),
    receives: channel.receives.map((message) => messageView(message, links)),
    rules: channelRules(channel).flatMap(({ sentences }) => sentences),
    closeCodes: channel.closeCodes.map(({ code, name, description }) => ({
      code,
      name: markdownCode(name),
      notes: inlineProse(description),
    })),
    example: example === undefined ? "" : indented(jsonText(example.value, 2)),
  };
}

function messageView(message: Message, links: Links): MessageView {
  const { discriminator, payload } = message;
  return {
    name: markdown(message.title ?? message.name ?? message.id),
    tag: discriminator === undefined ? "" : markdownCode(discriminator.value),
    payload: payload === undefined ? "" : link(links.names.type(payload), links),
    notes: inlineProse(message.summary ?? message.description),
  };
}

import type { ChannelsView, MessageView } from "../channels-view.ts";
import { formatBullets, formatTable, joinBlocks, textBetween } from "./blocks.ts";
import { parametersTable } from "./parameters-table.ts";

/** Formats the page that lists the channels. */
export function channelsPage({ title, channels }: ChannelsView): string {
  return joinBlocks(`# ${title}: channels`, ...channels.map(channelSection));
}

function channelSection(channel: ChannelsView["channels"][number]): string {
  return joinBlocks(
    `## ${channel.name}`,
    `Address: ${channel.address}`,
    channel.deprecated ? "**Deprecated.**" : "",
    channel.description,
    textBetween("Authentication: ", channel.security, "."),
    formatTable(
      "| operation | action | messages | reply | |",
      channel.operations.map(({ name, action, messages, reply, notes }) => [
        name,
        action,
        messages,
        reply,
        notes,
      ]),
    ),
    parametersTable(channel.parameters),
    formatBullets(channel.facts.map(({ label, value }) => `${label}: ${value}`)),
    textBetween(`${channel.sending}:\n\n`, messagesTable(channel.sends), ""),
    textBetween(`${channel.receiving}:\n\n`, messagesTable(channel.receives), ""),
    formatBullets(channel.rules),
    formatTable(
      "| close code | name | |",
      channel.closeCodes.map(({ code, name, notes }) => [code, name, notes]),
    ),
    textBetween("Example:\n\n", channel.example, ""),
  );
}

function messagesTable(messages: readonly MessageView[]): string {
  return formatTable(
    "| message | tag | payload | |",
    messages.map(({ name, tag, payload, notes }) => [name, tag, payload, notes]),
  );
}

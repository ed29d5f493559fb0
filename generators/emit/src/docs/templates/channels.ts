import type { ChannelsView, MessageView } from "../channels-view.ts";
import { between, blocks, bullets, table } from "./blocks.ts";
import { parametersTable } from "./parameters-table.ts";

/** Formats the page of channels. */
export function channelsPage({ title, channels }: ChannelsView): string {
  return blocks(`# ${title}: channels`, ...channels.map(channelSection));
}

function channelSection(channel: ChannelsView["channels"][number]): string {
  return blocks(
    `## ${channel.name}`,
    `Address: ${channel.address}`,
    channel.deprecated ? "**Deprecated.**" : "",
    channel.description,
    between("Authentication: ", channel.security, "."),
    table(
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
    bullets(channel.facts.map(({ label, value }) => `${label}: ${value}`)),
    between(`${channel.sending}:\n\n`, messagesTable(channel.sends), ""),
    between(`${channel.receiving}:\n\n`, messagesTable(channel.receives), ""),
    bullets(channel.rules),
    table(
      "| close code | name | |",
      channel.closeCodes.map(({ code, name, notes }) => [code, name, notes]),
    ),
    between("Example:\n\n", channel.example, ""),
  );
}

function messagesTable(messages: readonly MessageView[]): string {
  return table(
    "| message | tag | payload | |",
    messages.map(({ name, tag, payload, notes }) => [name, tag, payload, notes]),
  );
}

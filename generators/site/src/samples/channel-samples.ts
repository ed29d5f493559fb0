import { type Channel, groupParameters, streamChannels } from "@specwright/contract";
import { stringLiteral } from "@specwright/emit/print";
import { exampleText } from "../reference/example-text.ts";
import type { Reference } from "../reference/reference.ts";
import type { CodeSample } from "./code-sample.ts";
import { sampleOf } from "./sample-of.ts";
import { fillTemplate, queryText, sampleParameters } from "./sample-parameters.ts";
import { channelSdkSample } from "./sdk.ts";
import { streamAddress } from "./server-address.ts";

/**
 * Writes code samples that connect to a channel. Returns an empty list if the protocol is not WebSocket.
 */
export function channelSamples(channel: Channel, reference: Reference): readonly CodeSample[] {
  const { contract } = reference;
  if (!streamChannels(contract).includes(channel) || channel.address === null) return [];
  const server = streamAddress(contract.servers.filter(({ id }) => channel.servers.includes(id)));
  // If the channel has a signature, the transport of the generated client adds the headers.
  const groups = channel.parameterGroups.filter(
    (group) => group.in !== "header" || channel.signature === undefined,
  );
  const parameters = sampleParameters(groups.flatMap(groupParameters), reference);
  const address = fillTemplate(channel.address, parameters).replace(/^\/?/, "/");
  const url = server + address + queryText(parameters);
  const [sent] = channel.receives;
  const frame =
    sent?.examples[0]?.value ?? (sent?.payload && sampleOf(sent.payload.schema, reference));
  const send =
    frame === undefined
      ? ""
      : `\nsocket.onopen = () => socket.send(${stringLiteral(exampleText(frame).replaceAll(/\n\s*/g, " "))});`;
  const code = `const socket = new WebSocket(${stringLiteral(url)});${send}
socket.onmessage = ({ data }) => console.log(data);
socket.onclose = ({ code, reason }) => console.log(code, reason);`;
  return [
    channelSdkSample(channel, { server, parameters }, reference),
    { id: "fetch", title: "WebSocket", language: "typescript", code },
  ];
}

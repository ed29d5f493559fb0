import type { Channel } from "@specwright/contract";
import { streamChannels, stringLiteral } from "@specwright/emit-kit/reading";
import { exampleText } from "../pages/example-text.ts";
import type { Reference } from "../pages/reference.ts";
import type { CodeSample } from "./code-sample.ts";
import { sampleValue } from "./sample-value.ts";
import { channelSdkSample } from "./sdk.ts";
import { serverAddress } from "./server-address.ts";

/** Writes ways to connect to a channel; none for a protocol other than WebSocket. */
export function channelSamples(channel: Channel, reference: Reference): readonly CodeSample[] {
  const { contract } = reference;
  if (!streamChannels(contract).includes(channel) || channel.address === null) return [];
  const server = contract.servers.find(({ id }) => channel.servers.includes(id));
  const url = server === undefined ? "wss://api.example.com" : serverAddress(server);
  const [sent] = channel.receives;
  const frame =
    sent?.examples[0]?.value ?? (sent?.payload && sampleValue(sent.payload.schema, reference));
  const send =
    frame === undefined
      ? ""
      : `\nsocket.onopen = () => socket.send(${stringLiteral(exampleText(frame).replaceAll(/\n\s*/g, " "))});`;
  const code = `const socket = new WebSocket(${stringLiteral(url + channel.address)});${send}
socket.onmessage = ({ data }) => console.log(data);
socket.onclose = ({ code, reason }) => console.log(code, reason);`;
  return [
    channelSdkSample(channel, url, reference),
    { id: "fetch", title: "WebSocket", language: "typescript", code },
  ];
}

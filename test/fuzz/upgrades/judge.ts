// Judges responses: only documented statuses, codes and frames are allowed, and no data of another broker.

import { CodecError, parseJson } from "@specwright/runtime";
import { verifyFailureCodes } from "@specwright/streams/signing";
import { UpgradeProblemCodec } from "@specwright/streams-api/codec";
import { channels } from "@specwright/streams-api/server";
import { opcodes } from "./client-frame.ts";
import { type Party, parties } from "./parties.ts";
import { Finding, type HttpAnswer, type ServerFrame } from "./read-answer.ts";

type Channel = (typeof channels)[number];

/** The refusals listed in docs/other-languages.md. */
const refusals: ReadonlySet<string> = new Set([
  "400 invalid_parameter",
  "400 malformed_request",
  "400 malformed_upgrade",
  "401 unauthorized",
  "404 unknown_channel",
  "404 not_found",
  "405 method_not_allowed",
  "413 payload_too_large",
  "426 upgrade_required",
  "429 too_many_connections",
  "431 headers_too_large",
]);

/** The codes for a client that violates the WebSocket protocol (RFC 6455 §7.4.1). */
const protocolCloses: readonly number[] = [1002, 1007, 1008, 1009];

/** Returns the channel of a request target, whatever its version. */
export function channelOf(target: string): Channel | undefined {
  const [path = ""] = target.split("?");
  return channels.find(({ address }) => path.endsWith(address));
}

/** Checks a refusal. */
export function judgeRefusal({ status, headers, body }: HttpAnswer): void {
  if (headers.get("content-type") !== "application/problem+json") {
    throw new Finding(`${status} has no problem details: ${body.slice(0, 200)}`);
  }
  const problem = UpgradeProblemCodec.decode(body);
  if (problem.status !== status) throw new Finding(`${status} says ${problem.status}`);
  if (!refusals.has(`${status} ${problem.code}`)) {
    throw new Finding(`${status} ${problem.code} is not documented: ${body}`);
  }
  const all: Readonly<Record<string, unknown>> = Object(parseJson(body));
  if (status === 401) {
    if (problem.server_time === undefined) throw new Finding("a 401 has no server_time");
    if (!Object.hasOwn(verifyFailureCodes, String(all["reason"]))) {
      throw new Finding(`a 401 has the reason ${String(all["reason"])}`);
    }
  }
  if (problem.code === "invalid_parameter" && problem.parameter === undefined) {
    throw new Finding("a bad parameter has no name");
  }
}

/** Returns the code of a close frame, or 1005 without a code. */
export function closeCodeOf({ payload }: ServerFrame): number {
  return payload.length === 0 ? 1005 : payload.readUInt16BE(0);
}

/** Checks the code of a close frame. */
export function judgeClose(channel: Channel, frame: ServerFrame): void {
  const code = closeCodeOf(frame);
  // The response to a close frame without a code has no code either.
  const documented =
    code === 1005 || channel.endings?.closes?.some(({ codes }) => codes === code) === true;
  if (code === 1011 || (!documented && !protocolCloses.includes(code))) {
    throw new Finding(`it was closed with ${code}`);
  }
}

/** Checks a frame; returns the code of an error frame. */
export function judgeFrame(channel: Channel, { opcode, payload }: ServerFrame): string | undefined {
  switch (opcode) {
    case opcodes.text:
      return judgeText(channel, payload);
    case opcodes.close:
    case opcodes.ping:
    case opcodes.pong:
      return undefined;
    default:
      throw new Finding(`the server sent a frame of opcode ${opcode}`);
  }
}

function judgeText({ id, serverMessages }: Channel, payload: Buffer): string | undefined {
  const { type, ...rest }: Readonly<Record<string, unknown>> = Object(parseJson(payload));
  const message = serverMessages.find(({ tag }) => tag === type);
  if (message === undefined) throw new Finding(`${id} sent ${payload.toString().slice(0, 200)}`);
  try {
    message.codec.decode(payload);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new Finding(`${id} sent a bad ${String(type)}: ${error.message}`);
  }
  if (type !== "error") return undefined;
  const { code }: { readonly code?: unknown } = Object(rest["payload"]);
  return String(code);
}

/** Checks that bytes contain no data of another broker; before admission, of any broker. */
export function judgeSecrecy(bytes: Buffer, party: Party | undefined): void {
  for (const other of parties) {
    if (other !== party && bytes.includes(other.mark)) {
      throw new Finding(`a frame of ${other.brokerId} was seen by ${party?.brokerId ?? "nobody"}`);
    }
    if (bytes.includes(other.secretKey)) throw new Finding("a secret key was seen");
  }
}

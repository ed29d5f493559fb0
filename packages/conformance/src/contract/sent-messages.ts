// Messages that the user wants the kit to send. Some of them are requests, whose answers are judged.

import { isSpecwrightError, stringifyJson } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { memberAt, type RequestDescriptor, withMember } from "@specwright/runtime/transport";
import { ConformanceError } from "../report/conformance-error.ts";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { Conversation } from "./conversation.ts";
import type { MessageTaker } from "./conversation-settings.ts";
import { jsonIn, recogniseFrame } from "./recognise-frame.ts";

/** The first id on a channel with topics. Requests for topics use lower ids. */
const FIRST_FEED_ID = 2 ** 30;

interface SentMessage {
  readonly text: string;
  readonly request: RequestDescriptor | undefined;
  readonly id: string;
}

/** Sends messages one after the other, and judges the answers. */
export class SentMessages implements MessageTaker {
  readonly #channel: ChannelDescriptor;
  readonly #ledger: ClauseLedger;
  readonly #messages: readonly SentMessage[];
  #pending: SentMessage | undefined;

  /** @throws ConformanceError `bad_usage` for a value that is not a message of the client. */
  constructor(channel: ChannelDescriptor, ledger: ClauseLedger, values: readonly unknown[]) {
    this.#channel = channel;
    this.#ledger = ledger;
    this.#messages = values.map((value, at) => prepareMessage(channel, value, at));
    for (const { name } of channel.requests ?? []) {
      for (const rule of ["reply", "correlation"]) {
        ledger.hinder(`request.${name}.${rule}`, "no such request was passed", { kind: "send" });
      }
    }
  }

  /** Sends the messages. Each is sent after the previous one was answered. */
  async send(conversation: Conversation, timeoutMs: number): Promise<void> {
    for (const message of this.#messages) {
      if (conversation.ended !== undefined) return;
      const strays = conversation.strays;
      if (message.request !== undefined) this.#pending = message;
      conversation.send(message.text);
      await conversation.until(() => this.#pending === undefined, timeoutMs);
      if (this.#pending === undefined) continue;
      this.#pending = undefined;
      const id = `request.${message.request?.name}.reply`;
      // A frame that is not a known message may have been the answer.
      if (conversation.ended !== undefined || conversation.strays > strays) {
        this.#ledger.hinder(id, "the answer could not be identified");
      } else this.#ledger.fail(id, `no answer in ${timeoutMs / 1000} s`);
    }
  }

  take(message: string, bytes: Uint8Array): void {
    const { request, id } = this.#pending ?? {};
    if (request === undefined) return;
    const { name, replies, correlation } = request;
    const isReply = replies.includes(message);
    const isOther = this.#channel.requests?.some((one) => one.replies.includes(message)) === true;
    if (!isReply && !isOther) return;
    const found = correlation && memberAt(jsonIn(bytes), correlation.reply);
    const isSame = correlation === undefined ? isReply : String(found) === id;
    if (!isReply && !isSame) return;
    this.#pending = undefined;
    if (isReply) this.#ledger.pass(`request.${name}.reply`, `by ${message}`);
    else this.#ledger.fail(`request.${name}.reply`, `it is answered by ${message}`);
    if (!isReply || correlation === undefined) return;
    const clause = `request.${name}.correlation`;
    if (isSame) this.#ledger.pass(clause);
    else this.#ledger.fail(clause, `${found ?? "no id"} for the request ${id}`);
  }
}

/** Prepares a message: adds the id of a request, and checks the message against the contract. */
function prepareMessage(channel: ChannelDescriptor, value: unknown, at: number): SentMessage {
  const { clientMessages, requests = [], feed } = channel;
  const encode = (one: unknown): Uint8Array => new TextEncoder().encode(stringifyJson(one));
  const number = (feed === undefined ? 1 : FIRST_FEED_ID) + at;
  const withId = ({ correlation }: RequestDescriptor): unknown =>
    correlation === undefined
      ? value
      : withMember(value, correlation.request, correlation.as ? number : String(number));
  const candidates = [
    ...requests.map((request) => [withId(request), request] as const),
    [value] as const,
  ];
  for (const [candidate, request] of candidates) {
    const found = recogniseFrame(channel, clientMessages, encode(candidate));
    if (found === undefined || (request !== undefined && !request.messages.includes(found.id))) {
      continue;
    }
    try {
      found.codec.decode(encode(candidate));
    } catch (cause) {
      if (!isSpecwrightError(cause)) throw cause;
      throw new ConformanceError("bad_usage", `--send ${stringifyJson(value)}: ${cause.message}`, {
        cause,
      });
    }
    return { text: stringifyJson(candidate), request, id: String(number) };
  }
  const names = clientMessages.map(({ id }) => id).join(", ") || "none";
  throw new ConformanceError(
    "bad_usage",
    `--send ${stringifyJson(value)}: not a message of the client. Messages: ${names}.`,
  );
}

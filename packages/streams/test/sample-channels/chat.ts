import {
  type ChannelDescriptor,
  object,
  parameterWriter,
  reject,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";
import { string } from "./envelope.ts";

/** A message of the channel `chat`. */
export interface ChatLine {
  room: string;
  text: string;
}

const Line = object({ room: string, text: string }, {}, { additional: reject });

/** A channel with none of the features of an exchange: no numbers, no signature, no discriminator. */
export const chat: ChannelDescriptor<
  { path: { room: string }; query?: { limit?: number } },
  ChatLine,
  ChatLine
> = {
  id: "chat",
  address: "/rooms/{room}",
  serverPaths: ["/v1"],
  parameters: [
    { name: "room", in: "path", required: true, type: "string", style: "simple", explode: false },
    { name: "limit", in: "query", required: false, type: "integer", style: "form", explode: true },
  ],
  validators: {},
  writer: parameterWriter,
  serverMessages: [{ id: "line", codec: ruleCodec(Line) }],
  clientMessages: [{ id: "line", codec: ruleCodec(Line) }],
};

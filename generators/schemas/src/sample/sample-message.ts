// Creates samples of messages that the receiver can recognize.

import { type Contract, type Message, markMessages } from "@specwright/contract";
import { isJsonObject, type JsonValue } from "@specwright/spec-loader";
import { isValid } from "../evaluate/is-valid.ts";
import { makeSample, type Sample, type SampleOptions } from "./sample-value.ts";

/**
 * Returns a sample payload of a message. `direction` lists all messages that are sent in the same
 * direction. The payload contains the property that distinguishes the message from the others, even if its
 * schema does not require this property.
 */
export function sampleMessage(
  message: Message,
  direction: readonly Message[],
  contract: Contract,
  options: SampleOptions = {},
): Sample {
  const { payload, discriminator } = message;
  if (payload === undefined) return { kind: "made", value: {} };
  const sample = makeSample(payload.schema, contract, options);
  const mark =
    discriminator === undefined
      ? markMessages(direction).get(message)
      : { path: [discriminator.property], values: [discriminator.value] };
  if (sample.kind !== "made" || mark === undefined) return sample;
  let own: JsonValue | undefined = sample.value;
  for (const name of mark.path) own = isJsonObject(own) ? own[name] : undefined;
  if (mark.values.some((value) => value === own)) return sample;
  const marked = mark.values.map((value) => withMark(sample.value, mark.path, value));
  const value = marked.find((each) => isValid(payload.schema, each) === true);
  return value === undefined ? sample : { kind: "made", value };
}

function withMark(
  value: JsonValue | undefined,
  [name, ...rest]: readonly string[],
  mark: JsonValue,
): JsonValue {
  if (name === undefined) return mark;
  const members = isJsonObject(value) ? value : {};
  return { ...members, [name]: withMark(members[name], rest, mark) };
}

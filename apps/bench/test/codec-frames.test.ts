import { CodecError } from "@specwright/runtime";
import {
  AccountingUpdateFrameCodec,
  BookDiffFrameCodec,
  EventUpdateFrameCodec,
  OrderUpdateFrameCodec,
} from "@specwright/streams-api/codec";
import { describe, expect, it } from "vitest";
import { type Form, forms, writeFrames } from "../src/benches/codec/forms.ts";
import { drawFrames, type FrameType, frameTypes } from "../src/benches/codec/frames.ts";

const codecs = {
  order_update: OrderUpdateFrameCodec,
  accounting_update: AccountingUpdateFrameCodec,
  book_diff: BookDiffFrameCodec,
  event_update: EventUpdateFrameCodec,
};

const cases = frameTypes.flatMap((type) => forms.map((form) => [type, form] as const));

describe("the frames of the codec benchmark", () => {
  it.each(cases)("%s, %s, matches the contract", (type: FrameType, form: Form) => {
    for (const { text, value } of writeFrames(drawFrames(type), form)) {
      expect(codecs[type].decode(text)).toEqual(value);
    }
  });

  it.each(frameTypes)("%s, compact, has members in the order of the contract", (type) => {
    for (const { text } of writeFrames(drawFrames(type, 32), "compact")) {
      const codec = codecs[type];
      expect(codec.encode(codec.decode(text) as never)).toBe(text);
    }
  });

  it.each([
    ["order_update", 702],
    ["accounting_update", 552],
    ["book_diff", 3000],
    ["event_update", 1301],
  ] as const)("%s has about %d bytes", (type, size) => {
    const frames = writeFrames(drawFrames(type), "compact");
    const bytes = frames.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(Math.abs(bytes / frames.length - size)).toBeLessThan(size * 0.03);
  });

  it("are not timed if they are refused", () => {
    const [frame] = drawFrames("book_diff", 1);
    const text = JSON.stringify({ ...frame, md_seq: 1, ts_ns: undefined, bids: [], asks: [] });
    expect(() => codecs.book_diff.decode(text)).toThrow(CodecError);
  });
});

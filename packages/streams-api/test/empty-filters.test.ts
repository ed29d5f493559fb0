import { CodecError } from "@specwright/runtime";
import { channels } from "@specwright/streams-api/server";
import { describe, expect, it } from "vitest";

const filters = Object.values(channels).flatMap((channel) =>
  (channel.sequence?.filters ?? []).map((name) => ({ channel, name })),
);

describe("a filter without a value", () => {
  it.each(
    filters.map(({ channel, name }) => [channel.id, name, channel.validators.query] as const),
  )("T6 of %s, %s, is refused: it would select nothing for ever", (_, name, codec) => {
    expect(codec?.parse({ [name]: ["x"] })).toEqual({ [name]: ["x"] });
    expect(() => codec?.parse({ [name]: ["x", ""] })).toThrow(CodecError);
  });

  it("matches every filter of the contract", () => {
    expect(filters.length).toBeGreaterThanOrEqual(10);
  });
});

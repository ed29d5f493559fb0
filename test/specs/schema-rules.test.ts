// Rules that the stream schemas enforce for every validator and for our codecs.

import { stringifyJson } from "@specwright/runtime";
import {
  BookDiffFrameCodec,
  DecimalCodec,
  EventSettledPayloadCodec,
  MarketDetailsChangedPayloadCodec,
  UpgradeProblemCodec,
} from "@specwright/streams-api/codec";
import { BookDiffFrameStreamCodec } from "@specwright/streams-api/codec/stream";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { readSpec, toDoubles } from "./read-spec.ts";

const base = "https://specwright.example/streams";
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ $id: base, ...(toDoubles(readSpec("streams/asyncapi.yaml")) as object) });

const codecs = {
  Decimal: DecimalCodec,
  MarketDetailsChangedPayload: MarketDetailsChangedPayloadCodec,
  EventSettledPayload: EventSettledPayloadCodec,
  UpgradeProblem: UpgradeProblemCodec,
};
const changed = { market_id: "M", event_id: "E" };
const settled = { event_id: "E", resolved_at: "2026-01-01T00:00:00Z" };
const refused = { type: "about:blank", title: "T", status: 401, code: "unauthorized" };

describe("T17 rules of the schemas", () => {
  it.each<[name: keyof typeof codecs, value: object, isValid: boolean]>([
    ["Decimal", { units: 1, nanos: 1 }, true],
    ["Decimal", { units: -1, nanos: -1 }, true],
    ["Decimal", { units: 0, nanos: -1 }, true],
    ["Decimal", { units: -1, nanos: 0 }, true],
    ["Decimal", { units: 1, nanos: -1 }, false],
    ["Decimal", { units: -1, nanos: 1 }, false],
    ["MarketDetailsChangedPayload", { ...changed, floor_strike: null }, true],
    ["MarketDetailsChangedPayload", { ...changed, title: { en: "T" } }, true],
    ["MarketDetailsChangedPayload", changed, false],
    ["MarketDetailsChangedPayload", { ...changed, something: 1 }, false],
    ["EventSettledPayload", { ...settled, expiration_value: null, resolved_market_id: null }, true],
    ["EventSettledPayload", { ...settled, resolved_market_id: null }, false],
    ["EventSettledPayload", { ...settled, expiration_value: null }, false],
    ["UpgradeProblem", { ...refused, server_time: "2026-01-01T00:00:00Z" }, true],
    ["UpgradeProblem", refused, false],
    ["UpgradeProblem", { ...refused, status: 404, code: "unknown_channel" }, true],
  ])("T17 %s %j: %j", (name, value, isValid) => {
    expect(ajv.validate({ $ref: `${base}#/components/schemas/${name}` }, value)).toBe(isValid);
    const decode = () => codecs[name].decode(stringifyJson(value));
    if (isValid) expect(decode).not.toThrow();
    else expect(decode).toThrow();
  });

  it.each([BookDiffFrameCodec, BookDiffFrameStreamCodec])(
    "T17 both codecs judge a level",
    (codec) => {
      const frame = (nanos: number) =>
        `{"type":"book_diff","market_id":"M","md_seq":1,"ts_ns":1,"bids":[{"price":{"units":1,"nanos":${nanos}},"qty":{"units":1,"nanos":0}}],"asks":[]}`;
      const value = codec.decode(frame(1));
      expect(() => codec.decode(frame(-1))).toThrow(/same sign/);
      const [level] = value.bids;
      const crooked = {
        ...value,
        bids: level ? [{ ...level, price: { units: 1n, nanos: -1 } }] : [],
      };
      expect(() => codec.encode(crooked)).toThrow(/same sign/);
    },
  );
});

// Shared by the frames of all signed channels.

import {
  allOf,
  items,
  minimum,
  object,
  type Rule,
  toBigInt,
  type,
} from "@specwright/runtime/codegen";
import type { CloseDescriptor, SignatureDescriptor } from "@specwright/runtime/transport";

/** Any text. */
export const string = type("string");
/** A list of texts. */
export const strings = allOf(type("array"), items([], string));
/** A 64-bit integer, decoded as a bigint. */
export const int64: Rule = (payload) => {
  payload.value = toBigInt(payload.value);
  type("int64")(payload);
};
/** The number of a frame. */
export const seq = allOf(int64, minimum(0n));

/** The signature of the upgrade. */
export const signature: SignatureDescriptor = {
  algorithm: "blake2b-256",
  headers: {
    key: "PRE-ACCESS-KEY",
    timestamp: "PRE-ACCESS-TIMESTAMP",
    signature: "PRE-ACCESS-SIGNATURE",
  },
  lines: [
    "method",
    "path",
    "timestamp",
    "idempotency_key",
    "broker_id",
    "access_key",
    "body_digest",
  ],
  clockSkewMs: 300_000,
};

/** The close codes of all signed channels. */
export const closes: readonly CloseDescriptor[] = [
  { codes: 1000, name: "normal", client: "stop" },
  { codes: 1001, name: "going_away", client: "reconnect" },
  { codes: 1011, name: "internal_error", client: "reconnect" },
  { codes: 4008, name: "flow_control", client: "reconnect" },
  { codes: 4009, name: "resume_too_old", client: "resync" },
  { codes: 4401, name: "unauthorized", client: "stop" },
];

/** The payload of an error frame. */
export const ErrorPayload = object({ code: string, message: string }, { details: object({}) });

/** The time of a frame. */
export const time = { field: "ts_ns", unit: "ns", as: "bigint" } as const;
/** The error frame, by the names of its members. */
export const error = {
  tag: "error",
  code: ["payload", "code"],
  text: ["payload", "message"],
  details: ["payload", "details"],
  codes: { unknown_key: "unknown_market" },
};

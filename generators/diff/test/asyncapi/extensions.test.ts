import { describePairs } from "./check-pairs.ts";
import { renamed } from "./edit-document.ts";

const sequence = "/channels/orders/x-sequence";
const subscription = "/channels/prices/x-subscription";
const orders = "/channels/orders";
const codes = "/x-close-codes";
const reference = (pointer: string) => ({ $ref: `#/${pointer}` });

describePairs("x-sequence", [
  {
    title: "added",
    base: "stream",
    given: { [sequence]: undefined },
    edit: {
      [sequence]: {
        field: "n",
        counts: ["placed"],
        resumeParameter: "since",
        endOfBacklog: "end",
        tooOld: { errorCode: "too_old", closeCode: 4009 },
      },
    },
    want: ["non-breaking wire sequence-added response"],
  },
  {
    title: "removed",
    base: "stream",
    edit: { [sequence]: undefined },
    want: ["breaking wire sequence-removed response"],
  },
  {
    title: "the number in another member",
    base: "stream",
    edit: { [`${sequence}/field`]: "seq" },
    want: ["breaking wire sequence-field-changed response"],
  },
  {
    title: "another resume parameter",
    base: "stream",
    edit: { [`${sequence}/resumeParameter`]: "from" },
    want: ["breaking wire sequence-resume-parameter-changed request"],
  },
  {
    title: "a known message counts",
    base: "stream",
    edit: {
      [`${sequence}/counts`]: ["placed", "cancelled", "fault"],
      [`${sequence}/repeats`]: ["end", "beat"],
    },
    want: ["breaking wire sequence-counted-message-added response"],
  },
  {
    title: "a new message counts",
    base: "stream",
    edit: {
      [`${orders}/messages/spare`]: reference("components/messages/spare"),
      [`${sequence}/counts`]: ["placed", "cancelled", "spare"],
    },
    want: [
      "non-breaking wire sequence-counted-message-added response",
      "potentially-breaking wire message-added response",
    ],
    consumer: [
      "non-breaking wire message-added request",
      "non-breaking wire sequence-counted-message-added response",
    ],
  },
  {
    title: "a message no longer counts",
    base: "stream",
    edit: { [`${sequence}/counts`]: ["placed"] },
    want: ["breaking wire sequence-counted-message-removed response"],
  },
  {
    title: "a message that counts is no longer sent",
    base: "stream",
    edit: {
      [`${orders}/messages/cancelled`]: undefined,
      [`${sequence}/counts`]: ["placed"],
    },
    want: [
      "breaking code message-removed response",
      "non-breaking wire sequence-counted-message-removed response",
    ],
    consumer: [
      "breaking wire message-removed request",
      "non-breaking wire sequence-counted-message-removed response",
    ],
  },
  {
    title: "another message repeats the number",
    base: "stream",
    edit: { [`${sequence}/repeats`]: ["end", "beat"] },
    want: ["non-breaking wire sequence-repeats-changed response"],
  },
  {
    title: "messages in another order",
    base: "stream",
    edit: {
      [`${sequence}/counts`]: ["cancelled", "placed"],
      [`${sequence}/repeats`]: ["fault", "beat", "end"],
    },
    want: [],
  },
  {
    title: "the keys of its messages renamed",
    base: "stream",
    edit: {
      [`${orders}/messages/placed`]: renamed("ordered"),
      [`${orders}/messages/end`]: renamed("done"),
      [`${sequence}/counts`]: ["ordered", "cancelled"],
      [`${sequence}/repeats`]: ["done", "beat", "fault"],
      [`${sequence}/endOfBacklog`]: "done",
    },
    want: [
      "breaking code message-key-renamed response",
      "breaking code message-key-renamed response",
    ],
  },
  {
    title: "another end of the replay, with heartbeats",
    base: "stream",
    edit: { [`${sequence}/endOfBacklog`]: "beat" },
    want: ["potentially-breaking wire sequence-end-of-backlog-changed response"],
  },
  {
    title: "another end of the replay, without heartbeats",
    base: "stream",
    given: { "/x-envelope/heartbeat": undefined },
    edit: { [`${sequence}/endOfBacklog`]: "beat" },
    want: ["breaking wire sequence-end-of-backlog-changed response"],
  },
  {
    title: "another code of the error for a resume point that is too old",
    base: "stream",
    edit: { [`${sequence}/tooOld/errorCode`]: "gone" },
    want: ["breaking wire sequence-too-old-changed response"],
  },
  {
    title: "another close code for a resume point that is too old",
    base: "stream",
    edit: { [`${sequence}/tooOld/closeCode`]: 4010 },
    want: ["breaking wire sequence-too-old-changed response"],
  },
  {
    title: "the highest number moved",
    base: "stream",
    edit: { [`${sequence}/lastNumber`]: "/highest" },
    want: ["potentially-breaking wire sequence-last-number-changed response"],
  },
  {
    title: "the highest number stated",
    base: "stream",
    given: { [`${sequence}/lastNumber`]: undefined },
    edit: { [`${sequence}/lastNumber`]: "/last" },
    want: ["non-breaking wire sequence-last-number-changed response"],
  },
  {
    title: "no watermark",
    base: "stream",
    edit: { [`${sequence}/watermarkField`]: undefined },
    want: ["potentially-breaking wire sequence-watermark-changed response"],
  },
  {
    title: "a watermark",
    base: "stream",
    given: { [`${sequence}/watermarkField`]: undefined },
    edit: { [`${sequence}/watermarkField`]: "mark" },
    want: ["non-breaking wire sequence-watermark-changed response"],
  },
  {
    title: "no identity",
    base: "stream",
    edit: { [`${sequence}/identity`]: undefined },
    want: ["potentially-breaking wire sequence-identity-removed both"],
  },
  {
    title: "an identity",
    base: "stream",
    given: { [`${sequence}/identity`]: undefined },
    edit: { [`${sequence}/identity`]: { parameter: "log", header: "Log", pointer: "/log" } },
    want: ["non-breaking wire sequence-identity-added both"],
  },
  {
    title: "the identity in another header",
    base: "stream",
    edit: { [`${sequence}/identity/header`]: "Log-Id" },
    want: ["potentially-breaking wire sequence-identity-changed both"],
  },
  {
    title: "the identity in another parameter",
    base: "stream",
    edit: { [`${sequence}/identity/parameter`]: "journal" },
    want: ["breaking wire sequence-identity-changed both"],
  },
  {
    title: "a known parameter becomes a filter",
    base: "stream",
    edit: { [`${sequence}/filters/market`]: [{ at: "/market" }] },
    want: ["breaking wire sequence-filter-added both"],
  },
  {
    title: "a new parameter is a filter",
    base: "stream",
    edit: {
      [`${orders}/bindings/ws/query/properties/shop`]: { type: "string" },
      [`${sequence}/filters/shop`]: [{ at: "/shop" }],
    },
    want: [
      "non-breaking wire connection-parameter-added request",
      "non-breaking wire sequence-filter-added both",
    ],
  },
  {
    title: "no longer a filter",
    base: "stream",
    edit: { [`${sequence}/filters`]: [] },
    want: ["non-breaking wire sequence-filter-removed both"],
  },
  {
    title: "a filter by another member",
    base: "stream",
    edit: { [`${sequence}/filters/item`]: [{ at: "/thing" }] },
    want: ["potentially-breaking wire sequence-filter-sources-changed response"],
  },
  {
    title: "a filter says where its values are",
    base: "stream",
    given: { [`${sequence}/filters`]: ["item"] },
    edit: { [`${sequence}/filters`]: { item: [{ at: "/item" }] } },
    want: ["non-breaking wire sequence-filter-sources-changed response"],
  },
  {
    title: "another owner",
    base: "stream",
    edit: { [`${sequence}/owner`]: "/owner" },
    want: ["non-breaking code sequence-owner-changed response"],
  },
  {
    title: "a note on its origin",
    base: "stream",
    edit: { [`${sequence}/x-origin`]: "decision" },
    want: [],
  },
]);

describePairs("x-subscription", [
  {
    title: "added, although clients sent the same before",
    base: "stream",
    given: { [subscription]: undefined },
    edit: {
      [subscription]: {
        subscribe: "follow",
        unsubscribe: "leave",
        keysField: "items",
        keyField: "item",
        snapshot: "book",
        diffs: ["change"],
        counterField: "n",
      },
    },
    want: ["non-breaking wire subscription-added both"],
    consumer: ["breaking wire subscription-added both"],
  },
  {
    title: "added with its messages",
    base: "stream",
    given: {
      [subscription]: undefined,
      "/operations/takeFollow": undefined,
      "/operations/takeLeave": undefined,
    },
    edit: {
      [subscription]: {
        subscribe: "follow",
        unsubscribe: "leave",
        keysField: "items",
        keyField: "item",
        snapshot: "book",
        diffs: ["change"],
        counterField: "n",
      },
    },
    want: ["breaking wire subscription-added both"],
  },
  {
    title: "removed",
    base: "stream",
    edit: { [subscription]: undefined },
    want: ["breaking wire subscription-removed both"],
  },
  ...[
    ["subscribe", "leave", "subscription-subscribe-changed request"],
    ["unsubscribe", "follow", "subscription-unsubscribe-changed request"],
    ["snapshot", "sold", "subscription-snapshot-changed response"],
    ["keysField", "keys", "subscription-keys-field-changed request"],
    ["keyField", "key", "subscription-key-field-changed response"],
    ["counterField", "count", "subscription-counter-field-changed response"],
    ["forceSnapshotField", "force", "subscription-force-snapshot-changed request"],
    ["forceSnapshotField", undefined, "subscription-force-snapshot-changed request"],
  ].map(([field, value, rule]) => ({
    title: `${field} is ${value}`,
    base: "stream" as const,
    edit: { [`${subscription}/${field}`]: value },
    want: [`breaking wire ${rule}`],
  })),
  {
    title: "a way to ask for a fresh snapshot",
    base: "stream",
    given: { [`${subscription}/forceSnapshotField`]: undefined },
    edit: { [`${subscription}/forceSnapshotField`]: "fresh" },
    want: ["non-breaking wire subscription-force-snapshot-changed request"],
  },
  {
    title: "a known message takes numbers",
    base: "stream",
    edit: { [`${subscription}/diffs`]: ["change", "sold"] },
    want: ["breaking wire subscription-diff-added response"],
  },
  {
    title: "a new message takes numbers",
    base: "stream",
    edit: {
      "/channels/prices/messages/spare": reference("components/messages/spare"),
      "/operations/sendPrices/messages/4": reference("channels/prices/messages/spare"),
      [`${subscription}/diffs`]: ["change", "spare"],
    },
    want: [
      "non-breaking wire subscription-diff-added response",
      "potentially-breaking wire message-added response",
    ],
    consumer: [
      "non-breaking wire message-added request",
      "non-breaking wire subscription-diff-added response",
    ],
  },
  {
    title: "a message no longer takes numbers",
    base: "stream",
    given: { [`${subscription}/diffs`]: ["change", "sold"] },
    edit: { [`${subscription}/diffs`]: ["change"] },
    want: ["breaking wire subscription-diff-removed response"],
  },
  {
    title: "no book",
    base: "stream",
    edit: { [`${subscription}/book`]: undefined },
    want: ["potentially-breaking wire subscription-book-removed response"],
  },
  {
    title: "other members of a level",
    base: "stream",
    edit: { [`${subscription}/book/quantity`]: "quantity" },
    want: ["breaking wire subscription-book-changed response"],
  },
]);

describePairs("x-signature", [
  {
    title: "added",
    base: "calls",
    edit: {
      "/channels/other/x-signature": {
        algorithm: "blake2b-256",
        headers: { key: "K", timestamp: "T", signature: "S" },
        lines: ["method"],
        clockSkewMs: 1000,
      },
    },
    want: ["breaking wire signature-added request"],
  },
  {
    title: "removed from all channels is one change",
    base: "stream",
    edit: { "/x-signature": undefined },
    want: ["non-breaking wire signature-removed request"],
  },
  {
    title: "removed from one channel",
    base: "stream",
    edit: { [`${orders}/x-signature`]: false },
    want: ["non-breaking wire signature-removed request"],
  },
  {
    title: "written on every channel",
    base: "stream",
    given: {
      "/channels/prices": undefined,
      "/operations/sendPrices": undefined,
      "/operations/takeFollow": undefined,
      "/operations/takeLeave": undefined,
    },
    edit: {
      "/x-signature": undefined,
      [`${orders}/x-signature`]: {
        algorithm: "blake2b-256",
        headers: { key: "Key", timestamp: "Time", signature: "Signature" },
        lines: ["method", "path", "timestamp"],
        clockSkewMs: 60000,
      },
    },
    want: [],
  },
  {
    title: "another header",
    base: "stream",
    edit: { "/x-signature/headers/key": "Access-Key" },
    want: ["breaking wire signature-headers-changed request"],
  },
  {
    title: "a header in other letters",
    base: "stream",
    edit: { "/x-signature/headers/key": "KEY" },
    want: [],
  },
  {
    title: "lines in another order",
    base: "stream",
    edit: { "/x-signature/lines": ["path", "method", "timestamp"] },
    want: ["breaking wire signature-lines-changed request"],
  },
  {
    title: "one more line",
    base: "stream",
    edit: { "/x-signature/lines": ["method", "path", "timestamp", "body_digest"] },
    want: ["breaking wire signature-lines-changed request"],
  },
  {
    title: "clocks may deviate less",
    base: "stream",
    edit: { "/x-signature/clockSkewMs": 1000 },
    want: ["potentially-breaking wire signature-clock-skew-decreased request"],
  },
  {
    title: "clocks may deviate more",
    base: "stream",
    edit: { "/x-signature/clockSkewMs": 90000 },
    want: ["non-breaking wire signature-clock-skew-increased request"],
  },
]);

describePairs("x-close-codes", [
  {
    title: "listed",
    base: "stream",
    given: { [codes]: undefined },
    edit: { [codes]: [{ code: 4100, name: "busy", description: "Busy.", client: "reconnect" }] },
    want: ["non-breaking wire close-codes-added response"],
  },
  {
    title: "listed with another reaction than that to unknown ones",
    base: "stream",
    given: { [codes]: undefined },
    edit: { [codes]: [{ code: 4100, name: "over", description: "Over.", client: "stop" }] },
    want: ["potentially-breaking wire close-codes-added response"],
  },
  {
    title: "no longer listed",
    base: "stream",
    edit: { [codes]: undefined },
    want: ["non-breaking wire close-codes-removed response"],
  },
  ...[
    [4100, "reconnect", "non-breaking"],
    [4100, "stop", "potentially-breaking"],
    [4100, "resync", "potentially-breaking"],
    [1008, "stop", "non-breaking"],
    [1008, "reconnect", "potentially-breaking"],
    [4008, "reconnect", "non-breaking"],
  ].map(([code, client, changeClass]) => ({
    title: `one more: ${client} after ${code}`,
    base: "stream" as const,
    edit: { [`${codes}/4`]: { code, name: "other", description: "Other.", client } },
    want: [`${changeClass} wire close-code-added response`],
  })),
  {
    title: "one less",
    base: "stream",
    edit: { [`${codes}/3`]: undefined },
    want: ["non-breaking wire close-code-removed response"],
  },
  ...[
    [1, "stop", "breaking"],
    [1, "resync", "breaking"],
    [2, "reconnect", "breaking"],
    [2, "stop", "potentially-breaking"],
    [0, "resync", "potentially-breaking"],
  ].map(([index, client, changeClass]) => ({
    title: `entry ${index}: now ${client}`,
    base: "stream" as const,
    edit: { [`${codes}/${index}/client`]: client },
    want: [`${changeClass} wire close-code-action-changed response`],
  })),
  {
    title: "another name",
    base: "stream",
    edit: { [`${codes}/1/name`]: "overrun" },
    want: ["potentially-breaking wire close-code-renamed response"],
  },
  {
    title: "another description",
    base: "stream",
    edit: { [`${codes}/1/description`]: "Much too slow." },
    want: ["docs docs close-code-description-changed"],
  },
  {
    title: "the meanings of one code in another order",
    base: "stream",
    edit: {
      [`${codes}/2`]: {
        code: 4009,
        name: "version",
        description: "Wrong version.",
        client: "stop",
      },
      [`${codes}/3`]: { code: 4009, name: "too_old", description: "Too old.", client: "resync" },
    },
    want: ["potentially-breaking wire close-code-order-changed response"],
  },
  {
    title: "codes in another order",
    base: "stream",
    edit: {
      [`${codes}/0`]: { code: 4008, name: "slow", description: "Too slow.", client: "reconnect" },
      [`${codes}/1`]: { code: 1000, name: "normal", description: "Done.", client: "stop" },
    },
    want: [],
  },
]);

describePairs("x-flow-control", [
  {
    title: "removed",
    base: "stream",
    edit: { "/x-flow-control": undefined },
    want: ["non-breaking wire flow-control-removed response"],
  },
  {
    title: "added",
    base: "stream",
    given: { "/x-flow-control": undefined },
    edit: { "/x-flow-control": { maxPendingFrames: 1, maxPendingBytes: 1, closeCode: 4008 } },
    want: ["potentially-breaking wire flow-control-added response"],
  },
  {
    title: "fewer frames",
    base: "stream",
    edit: { "/x-flow-control/maxPendingFrames": 10 },
    want: ["potentially-breaking wire flow-control-limit-decreased response"],
  },
  {
    title: "more bytes",
    base: "stream",
    edit: { "/x-flow-control/maxPendingBytes": 20000 },
    want: ["non-breaking wire flow-control-limit-increased response"],
  },
  {
    title: "another close code",
    base: "stream",
    edit: { "/x-flow-control/closeCode": 4010 },
    want: ["potentially-breaking wire flow-control-close-code-changed response"],
  },
]);

describePairs("x-envelope", [
  {
    title: "removed",
    base: "stream",
    edit: { "/x-envelope": undefined },
    want: [
      "potentially-breaking wire envelope-error-removed response",
      "potentially-breaking wire envelope-heartbeat-removed response",
      "potentially-breaking wire envelope-time-removed response",
    ],
  },
  {
    title: "added",
    base: "stream",
    given: { "/x-envelope": undefined },
    edit: {
      "/x-envelope": {
        time: { field: "at", unit: "ns" },
        heartbeat: { message: "beat" },
        error: { message: "fault", code: "/code" },
      },
    },
    want: [
      "non-breaking wire envelope-error-added response",
      "non-breaking wire envelope-heartbeat-added response",
      "non-breaking wire envelope-time-added response",
    ],
  },
  {
    title: "the time in another unit",
    base: "stream",
    edit: { "/x-envelope/time/unit": "ms" },
    want: ["breaking wire envelope-time-changed response"],
  },
  {
    title: "another heartbeat, on the channels that have it",
    base: "stream",
    edit: { "/x-envelope/heartbeat/message": "end" },
    want: [
      "potentially-breaking wire envelope-heartbeat-changed response",
      "potentially-breaking wire envelope-heartbeat-removed response",
    ],
  },
  {
    title: "the interval in another unit",
    base: "stream",
    edit: { "/x-envelope/heartbeat/every/unit": "ms" },
    want: ["breaking wire envelope-heartbeat-interval-changed response"],
  },
  {
    title: "no interval",
    base: "stream",
    edit: { "/x-envelope/heartbeat/every": undefined },
    want: ["potentially-breaking wire envelope-heartbeat-interval-changed response"],
  },
  {
    title: "an interval",
    base: "stream",
    given: { "/x-envelope/heartbeat/every": undefined },
    edit: { "/x-envelope/heartbeat/every": { pointer: "/interval", unit: "s" } },
    want: ["non-breaking wire envelope-heartbeat-interval-changed response"],
  },
  {
    title: "another message reports errors",
    base: "stream",
    edit: { "/x-envelope/error/message": "end" },
    want: ["breaking wire envelope-error-changed response"],
  },
  {
    title: "the code of an error moved",
    base: "stream",
    edit: { "/x-envelope/error/code": "/error/code" },
    want: ["breaking wire envelope-error-member-changed response"],
  },
  {
    title: "the text of an error moved",
    base: "stream",
    edit: { "/x-envelope/error/text": "/error/text" },
    want: ["potentially-breaking wire envelope-error-member-changed response"],
  },
  {
    title: "another code of an error",
    base: "stream",
    edit: { "/x-envelope/error/codes/unknown_key": "no_item" },
    want: ["breaking wire envelope-error-code-changed response"],
  },
  {
    title: "the default code of an error written out",
    base: "stream",
    edit: { "/x-envelope/error/codes/flow_control": "flow_control" },
    want: [],
  },
]);

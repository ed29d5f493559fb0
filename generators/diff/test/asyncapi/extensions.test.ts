import { describePairs } from "./check-pairs.ts";
import { renamed } from "./edit-document.ts";
import { streamDocument } from "./stream-document.ts";

const sequence = "/channels/orders/x-sequence";
const counter = `${sequence}/counters/0`;
const prices = "/channels/prices";
const topic = `${prices}/x-subscription/topics/book`;
const keyCounter = `${prices}/x-sequence/counters/0`;
const snapshot = `${prices}/x-snapshot/topics/book`;
const book = `${prices}/x-book/topics/book`;
const orders = "/channels/orders";
const codes = "/x-endings/closes";
const scheme = "/x-credentials/schemes/lines";
const headers = `${scheme}/place/headers`;
const reference = (pointer: string) => ({ $ref: `#/${pointer}` });

describePairs("x-sequence", [
  {
    title: "added",
    base: "stream",
    given: { [sequence]: undefined },
    edit: {
      [sequence]: {
        version: 1,
        counters: [
          { messages: ["placed"], scope: "connection", at: "/n", step: "one", gap: "reconnect" },
        ],
        resume: {
          parameter: "since",
          from: "next",
          endOfBacklog: "end",
          tooOld: { errorCode: "too_old", closeCode: 4009 },
        },
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
    edit: { [`${counter}/at`]: "/seq" },
    want: ["breaking wire sequence-field-changed response"],
  },
  {
    title: "another resume parameter",
    base: "stream",
    edit: { [`${sequence}/resume/parameter`]: "market" },
    want: ["breaking wire sequence-resume-parameter-changed request"],
  },
  {
    title: "a known message counts",
    base: "stream",
    edit: {
      [`${counter}/messages`]: ["placed", "cancelled", "fault"],
      [`${counter}/repeats`]: ["end", "beat"],
    },
    want: ["breaking wire sequence-counted-message-added response"],
  },
  {
    title: "a new message counts",
    base: "stream",
    edit: {
      [`${orders}/messages/spare`]: reference("components/messages/spare"),
      [`${counter}/messages`]: ["placed", "cancelled", "spare"],
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
    edit: { [`${counter}/messages`]: ["placed"] },
    want: ["breaking wire sequence-counted-message-removed response"],
  },
  {
    title: "a message that counts is no longer sent",
    base: "stream",
    edit: {
      [`${orders}/messages/cancelled`]: undefined,
      [`${counter}/messages`]: ["placed"],
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
    edit: { [`${counter}/repeats`]: ["end", "beat"] },
    want: ["non-breaking wire sequence-repeats-changed response"],
  },
  {
    title: "messages in another order",
    base: "stream",
    edit: {
      [`${counter}/messages`]: ["cancelled", "placed"],
      [`${counter}/repeats`]: ["fault", "beat", "end"],
    },
    want: [],
  },
  {
    title: "the keys of its messages renamed",
    base: "stream",
    edit: {
      [`${orders}/messages/placed`]: renamed("ordered"),
      [`${orders}/messages/end`]: renamed("done"),
      [`${counter}/messages`]: ["ordered", "cancelled"],
      [`${counter}/repeats`]: ["done", "beat", "fault"],
      [`${sequence}/resume/endOfBacklog`]: "done",
    },
    want: [
      "breaking code message-key-renamed response",
      "breaking code message-key-renamed response",
    ],
  },
  {
    title: "another end of the replay, with heartbeats",
    base: "stream",
    edit: { [`${sequence}/resume/endOfBacklog`]: "beat" },
    want: ["potentially-breaking wire sequence-end-of-backlog-changed response"],
  },
  {
    title: "another end of the replay, without heartbeats",
    base: "stream",
    given: { "/x-heartbeat": undefined },
    edit: { [`${sequence}/resume/endOfBacklog`]: "beat" },
    want: ["breaking wire sequence-end-of-backlog-changed response"],
  },
  {
    title: "another code of the error for a resume point that is too old",
    base: "stream",
    edit: { [`${sequence}/resume/tooOld/errorCode`]: "gone" },
    want: ["breaking wire sequence-too-old-changed response"],
  },
  {
    title: "another close code for a resume point that is too old",
    base: "stream",
    edit: { [`${sequence}/resume/tooOld/closeCode`]: 4010 },
    want: ["breaking wire sequence-too-old-changed response"],
  },
  {
    title: "the highest number moved",
    base: "stream",
    edit: { [`${sequence}/resume/lastNumber`]: "/highest" },
    want: ["potentially-breaking wire sequence-last-number-changed response"],
  },
  {
    title: "the highest number stated",
    base: "stream",
    given: { [`${sequence}/resume/lastNumber`]: undefined },
    edit: { [`${sequence}/resume/lastNumber`]: "/last" },
    want: ["non-breaking wire sequence-last-number-changed response"],
  },
  {
    title: "no watermark",
    base: "stream",
    edit: { [`${sequence}/resume/watermark`]: undefined },
    want: ["potentially-breaking wire sequence-watermark-changed response"],
  },
  {
    title: "a watermark",
    base: "stream",
    given: { [`${sequence}/resume/watermark`]: undefined },
    edit: { [`${sequence}/resume/watermark`]: "/mark" },
    want: ["non-breaking wire sequence-watermark-changed response"],
  },
  {
    title: "no identity",
    base: "stream",
    edit: { [`${sequence}/resume/identity`]: undefined },
    want: ["potentially-breaking wire sequence-identity-removed both"],
  },
  {
    title: "an identity",
    base: "stream",
    given: { [`${sequence}/resume/identity`]: undefined },
    edit: { [`${sequence}/resume/identity`]: { parameter: "log", header: "Log", at: "/log" } },
    want: ["non-breaking wire sequence-identity-added both"],
  },
  {
    title: "the identity in another header",
    base: "stream",
    edit: { [`${sequence}/resume/identity/header`]: "Log-Id" },
    want: ["potentially-breaking wire sequence-identity-changed both"],
  },
  {
    title: "the identity in another parameter",
    base: "stream",
    edit: { [`${sequence}/resume/identity/parameter`]: "journal" },
    want: ["breaking wire sequence-identity-changed both"],
  },
  {
    title: "a known parameter becomes a filter",
    base: "stream",
    edit: { [`${sequence}/resume/filters/market`]: [{ at: "/market" }] },
    want: ["breaking wire sequence-filter-added both"],
  },
  {
    title: "a new parameter is a filter",
    base: "stream",
    edit: {
      [`${orders}/bindings/ws/query/properties/shop`]: { type: "string" },
      [`${sequence}/resume/filters/shop`]: [{ at: "/shop" }],
    },
    want: [
      "non-breaking wire connection-parameter-added request",
      "non-breaking wire sequence-filter-added both",
    ],
  },
  {
    title: "no longer a filter",
    base: "stream",
    edit: { [`${sequence}/resume/filters`]: [] },
    want: ["non-breaking wire sequence-filter-removed both"],
  },
  {
    title: "a filter by another member",
    base: "stream",
    edit: { [`${sequence}/resume/filters/item`]: [{ at: "/thing" }] },
    want: ["potentially-breaking wire sequence-filter-sources-changed response"],
  },
  {
    title: "a filter says where its values are",
    base: "stream",
    given: { [`${sequence}/resume/filters`]: ["item"] },
    edit: { [`${sequence}/resume/filters`]: { item: [{ at: "/item" }] } },
    want: ["non-breaking wire sequence-filter-sources-changed response"],
  },
  {
    title: "another owner",
    base: "stream",
    edit: { [`${sequence}/resume/owner`]: "/owner" },
    want: ["non-breaking code sequence-owner-changed response"],
  },
  {
    title: "a note on its origin",
    base: "stream",
    edit: { [`${sequence}/x-origin`]: "decision" },
    want: [],
  },
]);

const pricesExtensions = ["x-subscription", "x-sequence", "x-snapshot", "x-book"] as const;
const withoutRules = Object.fromEntries(
  pricesExtensions.map((name) => [`${prices}/${name}`, undefined]),
);
const rules = Object.fromEntries(
  (["x-subscription", "x-sequence"] as const).map((name) => [
    `${prices}/${name}`,
    streamDocument.channels.prices[name],
  ]),
);

describePairs("x-subscription", [
  {
    title: "added, although clients sent the same before",
    base: "stream",
    given: withoutRules,
    edit: rules,
    want: ["non-breaking wire subscription-added both"],
    consumer: ["breaking wire subscription-added both"],
  },
  {
    title: "added with its messages",
    base: "stream",
    given: {
      ...withoutRules,
      "/operations/takeFollow": undefined,
      "/operations/takeLeave": undefined,
    },
    edit: rules,
    want: ["breaking wire subscription-added both"],
  },
  {
    title: "removed",
    base: "stream",
    edit: withoutRules,
    want: ["breaking wire subscription-removed both"],
  },
  {
    title: "other requests",
    base: "stream",
    edit: {
      [`${topic}/subscribe/type`]: "leave",
      [`${topic}/unsubscribe/type`]: "follow",
      [`${snapshot}/request/type`]: "leave",
    },
    want: [
      "breaking wire subscription-subscribe-changed request",
      "breaking wire subscription-unsubscribe-changed request",
    ],
  },
  {
    title: "another snapshot",
    base: "stream",
    edit: {
      [`${keyCounter}/starts/0`]: "sold",
      [`${book}/snapshots`]: { sold: { bids: "/bids", asks: "/asks" } },
    },
    want: ["breaking wire subscription-snapshot-changed response"],
  },
  {
    title: "the keys in another member",
    base: "stream",
    edit: {
      [`${topic}/list`]: "/keys",
      [`${topic}/subscribe`]: { type: "follow", keys: ["{item}"] },
      [`${topic}/unsubscribe`]: { type: "leave", keys: ["{item}"] },
      [`${snapshot}/request`]: { type: "follow", keys: ["{item}"], fresh: true },
    },
    want: ["breaking wire subscription-keys-field-changed request"],
  },
  {
    title: "the key in another member",
    base: "stream",
    edit: { [`${topic}/where`]: { "/key": "{item}" }, [`${keyCounter}/key`]: "/key" },
    want: ["breaking wire subscription-key-field-changed response"],
  },
  {
    title: "the number in another member",
    base: "stream",
    edit: { [`${keyCounter}/at`]: "/count" },
    want: ["breaking wire subscription-counter-field-changed response"],
  },
  {
    title: "another way to ask for a fresh snapshot",
    base: "stream",
    edit: { [`${snapshot}/request`]: { type: "follow", items: ["{item}"], force: true } },
    want: ["breaking wire subscription-force-snapshot-changed request"],
  },
  {
    title: "no way to ask for a fresh snapshot",
    base: "stream",
    edit: { [`${snapshot}/request`]: undefined },
    want: ["breaking wire subscription-force-snapshot-changed request"],
  },
  {
    title: "a way to ask for a fresh snapshot",
    base: "stream",
    given: { [`${snapshot}/request`]: undefined },
    edit: { [`${snapshot}/request`]: { type: "follow", items: ["{item}"], fresh: true } },
    want: ["non-breaking wire subscription-force-snapshot-changed request"],
  },
  {
    title: "a known message takes numbers",
    base: "stream",
    edit: { [`${keyCounter}/messages`]: ["change", "sold"] },
    want: ["breaking wire subscription-diff-added response"],
  },
  {
    title: "a new message takes numbers",
    base: "stream",
    edit: {
      "/channels/prices/messages/spare": reference("components/messages/spare"),
      "/operations/sendPrices/messages/4": reference("channels/prices/messages/spare"),
      [`${keyCounter}/messages`]: ["change", "spare"],
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
    given: { [`${keyCounter}/messages`]: ["change", "sold"] },
    edit: { [`${keyCounter}/messages`]: ["change"] },
    want: ["breaking wire subscription-diff-removed response"],
  },
  {
    title: "no book",
    base: "stream",
    edit: { [`${prices}/x-book`]: undefined },
    want: ["potentially-breaking wire subscription-book-removed response"],
  },
  {
    title: "other members of a level",
    base: "stream",
    edit: { [`${book}/quantity`]: "/quantity" },
    want: ["breaking wire subscription-book-changed response"],
  },
  {
    title: "another description of the topic",
    base: "stream",
    edit: { [`${topic}/description`]: "The offers of an item." },
    want: ["docs docs feed-description-changed"],
  },
]);

describePairs("x-credentials", [
  {
    title: "added",
    base: "calls",
    edit: {
      "/channels/other/x-credentials": {
        version: 1,
        schemes: {
          lines: {
            algorithm: "blake2b-256",
            text: ["{method}"],
            end: "\n",
            time: { unit: "rfc3339", toleranceMs: 1000 },
            place: { headers: { K: "{key}", T: "{time}", S: "{signature}" } },
          },
        },
      },
    },
    want: ["breaking wire signature-added request"],
  },
  {
    title: "removed from all channels is one change",
    base: "stream",
    edit: { "/x-credentials": undefined },
    want: ["non-breaking wire signature-removed request"],
  },
  {
    title: "removed from one channel",
    base: "stream",
    edit: { [`${orders}/x-credentials`]: false },
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
      "/x-credentials": undefined,
      [`${orders}/x-credentials`]: streamDocument["x-credentials"],
    },
    want: [],
  },
  {
    title: "another header",
    base: "stream",
    edit: { [headers]: { "Access-Key": "{key}", Time: "{time}", Signature: "{signature}" } },
    want: ["breaking wire signature-headers-changed request"],
  },
  {
    title: "a header in other letters",
    base: "stream",
    edit: { [headers]: { KEY: "{key}", Time: "{time}", Signature: "{signature}" } },
    want: [],
  },
  {
    title: "lines in another order",
    base: "stream",
    edit: { [`${scheme}/text`]: ["{path}", "{method}", "{time}"] },
    want: ["breaking wire signature-lines-changed request"],
  },
  {
    title: "one more line",
    base: "stream",
    edit: { [`${scheme}/text`]: ["{method}", "{path}", "{time}", "{key}"] },
    want: ["breaking wire signature-lines-changed request"],
  },
  {
    title: "clocks may deviate less",
    base: "stream",
    edit: { [`${scheme}/time/toleranceMs`]: 1000 },
    want: ["potentially-breaking wire signature-clock-skew-decreased request"],
  },
  {
    title: "clocks may deviate more",
    base: "stream",
    edit: { [`${scheme}/time/toleranceMs`]: 90000 },
    want: ["non-breaking wire signature-clock-skew-increased request"],
  },
]);

describePairs("x-endings", [
  {
    title: "listed",
    base: "stream",
    given: { [codes]: undefined },
    edit: { [codes]: [{ codes: 4100, name: "busy", description: "Busy.", client: "reconnect" }] },
    want: ["non-breaking wire close-codes-added response"],
  },
  {
    title: "listed with another reaction than that to unknown ones",
    base: "stream",
    given: { [codes]: undefined },
    edit: { [codes]: [{ codes: 4100, name: "over", description: "Over.", client: "stop" }] },
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
    edit: { [`${codes}/4`]: { codes: code, name: "other", description: "Other.", client } },
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
        codes: 4009,
        name: "version",
        description: "Wrong version.",
        client: "stop",
      },
      [`${codes}/3`]: { codes: 4009, name: "too_old", description: "Too old.", client: "resync" },
    },
    want: ["potentially-breaking wire close-code-order-changed response"],
  },
  {
    title: "codes in another order",
    base: "stream",
    edit: {
      [`${codes}/0`]: { codes: 4008, name: "slow", description: "Too slow.", client: "reconnect" },
      [`${codes}/1`]: { codes: 1000, name: "normal", description: "Done.", client: "stop" },
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
    edit: { "/x-envelope": undefined, "/x-heartbeat": undefined },
    want: [
      "potentially-breaking wire envelope-error-removed response",
      "potentially-breaking wire envelope-heartbeat-removed response",
      "potentially-breaking wire envelope-time-removed response",
    ],
  },
  {
    title: "added",
    base: "stream",
    given: { "/x-envelope": undefined, "/x-heartbeat": undefined },
    edit: {
      "/x-envelope": {
        version: 1,
        time: { at: "/at", unit: "ns" },
        error: { message: "fault", code: "/code" },
      },
      "/x-heartbeat": { version: 1, beats: [{ from: "server", message: "beat" }] },
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
    edit: { "/x-heartbeat/beats/0/message": "end" },
    want: [
      "potentially-breaking wire envelope-heartbeat-changed response",
      "potentially-breaking wire envelope-heartbeat-removed response",
    ],
  },
  {
    title: "the interval in another unit",
    base: "stream",
    edit: { "/x-heartbeat/beats/0/every/unit": "ms" },
    want: ["breaking wire envelope-heartbeat-interval-changed response"],
  },
  {
    title: "no interval",
    base: "stream",
    edit: { "/x-heartbeat/beats/0/every": undefined },
    want: ["potentially-breaking wire envelope-heartbeat-interval-changed response"],
  },
  {
    title: "an interval",
    base: "stream",
    given: { "/x-heartbeat/beats/0/every": undefined },
    edit: { "/x-heartbeat/beats/0/every": { at: "/interval", unit: "s" } },
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

/** An acknowledgement: topics with one are those of a feed. */
const acknowledged = {
  [`${prices}/x-subscription/acknowledgement`]: { messages: ["sold"] },
  [`${book}/number`]: undefined,
};

describePairs("a feed", [
  {
    title: "in place of keys",
    base: "stream",
    edit: acknowledged,
    want: ["potentially-breaking wire feed-added both"],
  },
  {
    title: "added",
    base: "stream",
    given: withoutRules,
    edit: {
      ...Object.fromEntries(
        pricesExtensions.map((name) => [`${prices}/${name}`, streamDocument.channels.prices[name]]),
      ),
      ...acknowledged,
    },
    want: ["potentially-breaking wire feed-added both"],
  },
  {
    title: "33 the default of `lower` is written",
    base: "stream" as const,
    given: acknowledged,
    edit: { [`${keyCounter}/lower`]: "duplicate" },
    want: [],
  },
  ...[
    [`${prices}/x-subscription/acknowledgement/per`, "topic"],
    [`${topic}/messages`, ["book"]],
    [`${keyCounter}/gap`, "resubscribe"],
    ["/x-endings/maxAgeMs", 86400000],
    [`${scheme}/nonce`, "uuid"],
  ].map(([at, value]) => ({
    title: `${at} is ${JSON.stringify(value)}`,
    base: "stream" as const,
    given: acknowledged,
    edit: { [String(at)]: value },
    want: ["potentially-breaking wire feed-rule-changed both"],
  })),
  ...(
    [
      [`${topic}/subscribe/fast`, true, "subscription-subscribe-changed request"],
      [`${topic}/list`, "/keys", "subscription-keys-field-changed request"],
      [`${keyCounter}/at`, "/count", "subscription-counter-field-changed response"],
      [`${keyCounter}/messages`, ["change", "sold"], "subscription-diff-added response"],
      [`${keyCounter}/starts/0`, "sold", "subscription-snapshot-changed response"],
      [`${snapshot}/request`, undefined, "subscription-force-snapshot-changed request"],
      [`${book}/price`, "/p", "subscription-book-changed response"],
      ["/x-endings/closes/1/client", "stop", "close-code-action-changed response"],
    ] as const
  ).map(([at, value, rule]) => ({
    title: `${at} is ${JSON.stringify(value)}, as of keys`,
    base: "stream" as const,
    given: acknowledged,
    edit: { [at]: value },
    want: [`breaking wire ${rule}`],
  })),
  {
    title: "the key in another member",
    base: "stream",
    given: acknowledged,
    edit: { [`${topic}/where`]: { "/key": "{item}" }, [`${keyCounter}/key`]: "/key" },
    want: ["breaking wire subscription-key-field-changed response"],
  },
  {
    title: "no book",
    base: "stream",
    given: acknowledged,
    edit: { [`${prices}/x-book`]: undefined },
    want: ["potentially-breaking wire subscription-book-removed response"],
  },
  {
    title: "another description",
    base: "stream",
    given: acknowledged,
    edit: { [`${topic}/description`]: "The offers of an item." },
    want: ["docs docs feed-description-changed"],
  },
  {
    title: "a note on its origin",
    base: "stream",
    given: acknowledged,
    edit: { [`${topic}/x-origin`]: "decision" },
    want: [],
  },
]);

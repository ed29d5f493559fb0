import { describePairs } from "./check-pairs.ts";
import { renamed } from "./edit-document.ts";

const reference = (pointer: string) => ({ $ref: `#/${pointer}` });
const measured = "/channels/lights~1{lamp}~1measured";
const take = "/operations/takeQuestion";

describePairs("operations", [
  {
    title: "one added by which the provider receives",
    base: "calls",
    edit: { "/operations/takeNote": { action: "receive", channel: reference("channels/other") } },
    want: ["non-breaking wire channel-operation-added request"],
  },
  {
    title: "one added by which the provider sends where it sent before",
    base: "stream",
    given: { "/channels/prices/messages/spare": reference("components/messages/spare") },
    edit: {
      "/operations/sendSpare": {
        action: "send",
        channel: reference("channels/prices"),
        messages: [reference("channels/prices/messages/spare")],
      },
    },
    want: ["potentially-breaking wire channel-operation-added response"],
    consumer: ["non-breaking wire channel-operation-added request"],
  },
  {
    title: "one added by which the provider receives where it sent before",
    base: "stream",
    given: { "/channels/orders/messages/spare": reference("components/messages/spare") },
    edit: {
      "/operations/sendOrders/messages": ["placed", "cancelled", "end", "beat", "fault"].map((id) =>
        reference(`channels/orders/messages/${id}`),
      ),
      "/operations/takeSpare": {
        action: "receive",
        channel: reference("channels/orders"),
        messages: [reference("channels/orders/messages/spare")],
      },
    },
    want: [
      "breaking code message-removed response",
      "non-breaking wire channel-operation-added request",
    ],
    consumer: [
      "breaking wire message-removed request",
      "non-breaking wire channel-operation-added response",
    ],
  },
  {
    title: "one added with messages that the channel had",
    base: "stream",
    edit: {
      "/operations/sendBooks": {
        action: "send",
        channel: reference("channels/prices"),
        messages: [reference("channels/prices/messages/book")],
      },
    },
    want: ["non-breaking code channel-operation-added response"],
  },
  {
    title: "one removed by which the provider received",
    base: "stream",
    edit: { "/operations/takeLeave": undefined },
    want: ["breaking wire channel-operation-removed request"],
  },
  {
    title: "one removed by which the provider sent",
    base: "events",
    edit: { "/channels/lights~1raw/subscribe": undefined },
    want: ["breaking wire channel-operation-removed response"],
  },
  {
    title: "one removed whose messages others send",
    base: "stream",
    given: {
      "/operations/sendBooks": {
        action: "send",
        channel: reference("channels/prices"),
        messages: [reference("channels/prices/messages/book")],
      },
    },
    edit: { "/operations/sendBooks": undefined },
    want: ["breaking code channel-operation-removed response"],
  },
  {
    title: "renamed",
    base: "calls",
    edit: { [take]: renamed("answerQuestion") },
    want: ["breaking code channel-operation-key-renamed request"],
  },
  {
    title: "renamed by its id",
    base: "events",
    edit: { [`${measured}/publish/operationId`]: "readMeasured" },
    want: ["breaking code channel-operation-key-renamed request"],
  },
  {
    title: "another action",
    base: "calls",
    edit: { "/operations/takeLetter/action": "send" },
    want: ["breaking wire channel-operation-action-changed both"],
  },
  {
    title: "31.15 another action, and another payload",
    base: "calls",
    edit: {
      "/operations/takeLetter/action": "send",
      "/channels/inbox/messages/letter/payload/type": "number",
    },
    want: [
      "breaking wire channel-operation-action-changed both",
      "breaking wire type-changed response",
    ],
  },
  {
    title: "publish becomes subscribe",
    base: "events",
    edit: { [`${measured}/publish`]: renamed("subscribe") },
    want: ["breaking wire channel-operation-action-changed both"],
  },
  {
    title: "moved to another channel",
    base: "calls",
    given: { "/operations/takeNote": { action: "receive", channel: reference("channels/other") } },
    edit: {
      "/channels/inbox/messages/note": { payload: { type: "number" } },
      "/operations/takeLetter/messages": [reference("channels/inbox/messages/letter")],
      "/operations/takeNote/channel": reference("channels/inbox"),
      "/operations/takeNote/messages": [reference("channels/inbox/messages/note")],
    },
    want: [
      "breaking wire channel-operation-channel-changed request",
      "breaking wire message-removed request",
      "non-breaking wire message-added request",
    ],
    consumer: [
      "breaking code message-removed response",
      "breaking wire channel-operation-channel-changed response",
      "potentially-breaking wire message-added response",
    ],
  },
  {
    title: "deprecated, with a date",
    base: "stream",
    edit: {
      "/operations/takeLeave/x-deprecated": true,
      "/operations/takeLeave/x-sunset": "2027-01-01",
    },
    want: ["deprecation wire channel-operation-deprecated"],
  },
  {
    title: "a tag added",
    base: "calls",
    edit: { [`${take}/tags`]: [{ name: "main" }] },
    want: ["docs docs channel-operation-tags-changed"],
  },
  {
    title: "tags in another order",
    base: "events",
    given: { [`${measured}/publish/tags`]: [{ name: "a" }, { name: "b" }] },
    edit: { [`${measured}/publish/tags`]: [{ name: "b" }, { name: "a" }] },
    want: [],
  },
  {
    title: "what a trait says written out",
    base: "events",
    given: {
      "/components/operationTraits/tagged": { tags: [{ name: "lamps" }] },
      [`${measured}/publish/tags`]: undefined,
      [`${measured}/publish/traits`]: [reference("components/operationTraits/tagged")],
    },
    edit: {
      [`${measured}/publish/traits`]: undefined,
      [`${measured}/publish/tags`]: [{ name: "lamps" }],
    },
    want: [],
  },
  {
    title: "all messages of the channel written out",
    base: "calls",
    edit: {
      "/operations/takeLetter/messages": [reference("channels/inbox/messages/letter")],
    },
    want: [],
  },
]);

describePairs("replies", [
  {
    title: "added where the provider receives",
    base: "calls",
    edit: {
      "/operations/takeLetter/reply": {
        channel: reference("channels/answer"),
        messages: [reference("channels/answer/messages/answer")],
      },
    },
    want: ["potentially-breaking wire reply-added response"],
    consumer: ["breaking wire reply-added request"],
  },
  {
    title: "removed where the provider receives",
    base: "calls",
    edit: { [`${take}/reply`]: undefined },
    want: ["breaking wire reply-removed response"],
    consumer: ["potentially-breaking wire reply-removed request"],
  },
  {
    title: "removed where the provider sends",
    base: "calls",
    edit: { "/operations/sendProbe/reply": undefined },
    want: ["potentially-breaking wire reply-removed request"],
    consumer: ["breaking wire reply-removed response"],
  },
  {
    title: "another address",
    base: "calls",
    edit: { [`${take}/reply/address/location`]: "$message.header#/answerTo" },
    want: ["breaking wire reply-address-changed response"],
  },
  {
    title: "no address",
    base: "calls",
    edit: { [`${take}/reply/address`]: undefined },
    want: ["breaking wire reply-address-changed response"],
  },
  {
    title: "another channel",
    base: "calls",
    given: { "/channels/other/messages/answer": { payload: { type: "string" } } },
    edit: {
      [`${take}/reply/channel`]: reference("channels/other"),
      [`${take}/reply/messages`]: [reference("channels/other/messages/answer")],
    },
    want: [
      "breaking code message-removed response",
      "breaking wire reply-channel-changed response",
      "potentially-breaking wire message-added response",
    ],
    consumer: [
      "breaking wire message-removed request",
      "breaking wire reply-channel-changed request",
      "non-breaking wire message-added request",
    ],
  },
  {
    title: "one more answer of the provider",
    base: "calls",
    given: { "/channels/answer/messages/refusal": { payload: { type: "number" } } },
    edit: {
      [`${take}/reply/messages/1`]: reference("channels/answer/messages/refusal"),
    },
    want: ["potentially-breaking wire message-added response"],
    consumer: ["non-breaking wire message-added request"],
  },
  {
    title: "one more answer that the provider accepts",
    base: "calls",
    given: { "/channels/probe/messages/lost": { payload: { type: "number" } } },
    edit: { "/operations/sendProbe/reply/messages/1": reference("channels/probe/messages/lost") },
    want: ["non-breaking wire message-added request"],
    consumer: ["potentially-breaking wire message-added response"],
  },
  {
    title: "an answer with a tighter schema",
    base: "calls",
    edit: { "/channels/answer/messages/answer/payload/maxLength": 10 },
    want: ["non-breaking wire max-length-set response"],
    consumer: ["breaking wire max-length-set request"],
  },
  {
    title: "an answer with a looser schema",
    base: "calls",
    edit: { "/channels/probe/messages/found/payload/type": ["string", "null"] },
    want: ["non-breaking wire nullable-added request"],
    consumer: ["breaking wire nullable-added response"],
  },
]);

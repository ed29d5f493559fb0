// Maps each field that has a specific diff rule to the judge of the field.

import { judgeFilters, judgeIdentity, judgeMessages, judgeRepeats } from "./compare-numbering.ts";
import {
  bookJudge,
  createJudge,
  errorJudge,
  firstResult,
  isOfConnection,
  type Judge,
  judgeErrorCodes,
  judgeLevels,
  judgePresence,
  judgeSkew,
  judgeSnapshotRequest,
  judgeTopic,
  judgeWhere,
  limitJudge,
  requestJudge,
  signatureJudge,
} from "./field-judges.ts";

/** The judges of fields, by path. `*` matches any name or index. The first path that matches applies. */
export const streamFields: Readonly<Record<string, Judge>> = {
  "subscription/topics/*/subscribe": requestJudge("subscription-subscribe-changed", "subscribes"),
  "subscription/topics/*/unsubscribe": requestJudge(
    "subscription-unsubscribe-changed",
    "unsubscribes",
  ),
  "subscription/topics/*/list": createJudge(
    "subscription-keys-field-changed",
    "the place of the keys in a request",
    {
      direction: "request",
      why: "Existing clients list the keys in a property that the server does not read.",
    },
  ),
  "subscription/topics/*/where": judgeWhere,
  "sequence/counters/*/at": (change) =>
    isOfConnection(change)
      ? createJudge("sequence-field-changed", "the place of the sequence number", {
          why: "Existing clients find no number in the old place, so they neither resume nor notice gaps.",
        })(change)
      : createJudge(
          "subscription-counter-field-changed",
          "the place of the sequence number of a key",
          {
            why: "Existing clients find no number, so they do not notice gaps.",
          },
        )(change),
  "sequence/counters/*/messages": (change) => judgeMessages(change, isOfConnection(change)),
  "sequence/counters/*/repeats": judgeRepeats,
  "sequence/counters/*/starts": createJudge(
    "subscription-snapshot-changed",
    "the snapshot message of a key",
    {
      why: "Existing clients wait for the old message, and drop all changes until they get it.",
    },
  ),
  "sequence/resume/parameter": createJudge(
    "sequence-resume-parameter-changed",
    "the resume parameter",
    {
      direction: "request",
      why: "Clients that resume with the old parameter are rejected, or miss the messages in between.",
    },
  ),
  "sequence/resume/endOfBacklog": (change) => {
    const hasHeartbeat = change.channels.base.heartbeats.some(({ from }) => from === "server");
    return createJudge("sequence-end-of-backlog-changed", "the message that ends a replay", {
      class: hasHeartbeat ? "potentially-breaking" : "breaking",
      why: hasHeartbeat
        ? "Existing clients notice the end of the replay only at the next heartbeat."
        : "Existing clients do not notice the end of the replay.",
    })(change);
  },
  "sequence/resume/tooOld": createJudge(
    "sequence-too-old-changed",
    "the response to a resume point that is too old",
    {
      why:
        "Existing clients do not recognise the response: they retry the same resume point, or fail " +
        "instead of starting from scratch.",
    },
  ),
  "sequence/resume/lastNumber": createJudge(
    "sequence-last-number-changed",
    "the place of the highest number at the end of a replay",
    {
      class: "potentially-breaking",
      why: "Existing clients do not find it, and notice missing messages later.",
      whyAdded: "Existing clients do not read it.",
    },
  ),
  "sequence/resume/watermark": createJudge(
    "sequence-watermark-changed",
    "the place of the watermark",
    {
      class: "potentially-breaking",
      why: "The resume point of an idle client with a filter no longer advances, until it is too old.",
      whyAdded: "Existing clients do not read it.",
    },
  ),
  "sequence/resume/identity": judgeIdentity,
  "sequence/resume/filters": judgeFilters,
  "sequence/resume/owner": createJudge(
    "sequence-owner-changed",
    "the place of the owner of the sequence",
    {
      class: "non-breaking",
      surface: "code",
      why: "Only publishers check it; clients do not.",
    },
  ),
  "snapshot/topics/*/request": judgeSnapshotRequest,
  "book/topics/*/price": bookJudge("the place of the price in a level"),
  "book/topics/*/quantity": bookJudge("the place of the quantity in a level"),
  "book/topics/*/snapshots": judgeLevels,
  "book/topics/*/updates": judgeLevels,
  "book/topics/*": judgePresence(
    {
      rule: "subscription-book-added",
      class: "non-breaking",
      message: "the state of a key is now declared as an order book",
      why: "The messages keep their meaning.",
    },
    {
      rule: "subscription-book-removed",
      class: "potentially-breaking",
      message: "the state of a key is no longer declared as an order book",
      why: "Clients that keep order books continue to work as long as the messages have the same properties.",
    },
  ),
  "subscription/topics/*": judgeTopic,
  "envelope/time": firstResult(
    judgePresence(
      {
        rule: "envelope-time-added",
        class: "non-breaking",
        message: "the time of messages is now declared",
        why: "Existing clients read messages as before.",
      },
      {
        rule: "envelope-time-removed",
        class: "potentially-breaking",
        message: "the time of messages is no longer declared",
        why: "Clients that rely on the time may find no value, or a wrong one.",
      },
    ),
    createJudge("envelope-time-changed", "the time of a message", {
      why: "Existing clients read a wrong time, or find none.",
    }),
  ),
  "envelope/error/message": createJudge(
    "envelope-error-changed",
    "the message that reports errors",
    {
      why: "Existing clients do not recognise it as an error, so they do not learn why a connection ended.",
    },
  ),
  "envelope/error/code": createJudge(
    "envelope-error-member-changed",
    "the place of the code of an error",
    {
      why: "Existing clients do not find the code, so they cannot tell errors apart.",
    },
  ),
  "envelope/error/text": errorJudge("text"),
  "envelope/error/details": errorJudge("details"),
  "envelope/error/codes": judgeErrorCodes,
  "envelope/error": judgePresence(
    {
      rule: "envelope-error-added",
      class: "non-breaking",
      message: "error messages were added",
      why: "Existing clients treat them like any other message.",
    },
    {
      rule: "envelope-error-removed",
      class: "potentially-breaking",
      message: "error messages were removed",
      why: "Clients learn only from the close code why a connection ended.",
    },
  ),
  "flow-control/maxPendingFrames": limitJudge("maxPendingFrames"),
  "flow-control/maxPendingBytes": limitJudge("maxPendingBytes"),
  "flow-control/closeCode": createJudge(
    "flow-control-close-code-changed",
    "the close code of slow readers",
    {
      class: "potentially-breaking",
      why: "Existing clients do not report that they are too slow. They treat the new code like any other close code.",
    },
  ),
  "flow-control": judgePresence(
    {
      rule: "flow-control-added",
      class: "potentially-breaking",
      message: "the server now disconnects slow readers",
      why: "Clients that read fast enough are not affected. Slower clients lose their connection.",
    },
    {
      rule: "flow-control-removed",
      class: "non-breaking",
      message: "the server is no longer declared to disconnect slow readers",
      why: "Existing clients still handle the old close code.",
    },
  ),
  "credentials/signature/algorithm": signatureJudge("algorithm", "the algorithm"),
  "credentials/signature/headers": signatureJudge("headers", "the list of headers"),
  "credentials/signature/lines": signatureJudge("lines", "the list of signed lines"),
  "credentials/signature/clockSkewMs": judgeSkew,
  "credentials/signature": judgePresence(
    {
      rule: "signature-added",
      class: "breaking",
      direction: "request",
      message: "connections must now be signed",
      why: "The server rejects clients that do not sign.",
    },
    {
      rule: "signature-removed",
      class: "non-breaking",
      direction: "request",
      message: "connections no longer need a signature",
      why: "The server ignores the signatures of existing clients.",
    },
  ),
  ...Object.fromEntries(
    ["algorithm", "text", "end", "time/unit", "time/toleranceMs", "place/headers"].map((member) => [
      `credentials/schemes/*/${member}`,
      // If both contracts have a signature, a different function compares the signatures.
      ({ channels: { base, revision } }) => (base.signature && revision.signature ? [] : undefined),
    ]),
  ),
  "credentials/schemes/*": ({ before, after, channels: { base, revision } }) =>
    (base.signature ?? revision.signature) && (!before || !after) ? [] : undefined,
};

// The fields of a stream's rules whose changes have their own diff rule, each with its judge.

import { judgeFilters, judgeIdentity, judgeMessages, judgeRepeats } from "./compare-numbering.ts";
import {
  bookJudge,
  either,
  errorJudge,
  isOfConnection,
  type Judge,
  judge,
  judgeErrorCodes,
  judgeLevels,
  judgeSkew,
  judgeSnapshotRequest,
  judgeTopic,
  judgeWhere,
  limitJudge,
  presence,
  requestJudge,
  signatureJudge,
} from "./field-judges.ts";

/** The fields, by paths in which `*` stands for any name or index; the first that fits counts. */
export const streamFields: Readonly<Record<string, Judge>> = {
  "subscription/topics/*/subscribe": requestJudge("subscription-subscribe-changed", "subscribes"),
  "subscription/topics/*/unsubscribe": requestJudge(
    "subscription-unsubscribe-changed",
    "unsubscribes",
  ),
  "subscription/topics/*/list": judge(
    "subscription-keys-field-changed",
    "the place of the keys in a request",
    {
      direction: "request",
      why: "Clients list the keys in a member that the server does not read.",
    },
  ),
  "subscription/topics/*/where": judgeWhere,
  "sequence/counters/*/at": (change) =>
    isOfConnection(change)
      ? judge("sequence-field-changed", "the place of the number", {
          why: "Clients find no number where they look for it, so that they neither resume nor notice gaps.",
        })(change)
      : judge("subscription-counter-field-changed", "the place of the number of a key", {
          why: "Clients find no number, so that they do not notice gaps.",
        })(change),
  "sequence/counters/*/messages": (change) => judgeMessages(change, isOfConnection(change)),
  "sequence/counters/*/repeats": judgeRepeats,
  "sequence/counters/*/starts": judge("subscription-snapshot-changed", "the whole state of a key", {
    why: "Clients wait for the old message, and drop all changes until it comes.",
  }),
  "sequence/resume/parameter": judge("sequence-resume-parameter-changed", "the resume parameter", {
    direction: "request",
    why: "Clients that resume with the old parameter are refused, or miss what was sent meanwhile.",
  }),
  "sequence/resume/endOfBacklog": (change) => {
    const hasHeartbeat = change.channels.base.heartbeats.some(({ from }) => from === "server");
    return judge("sequence-end-of-backlog-changed", "the message that ends a replay", {
      class: hasHeartbeat ? "potentially-breaking" : "breaking",
      why: hasHeartbeat
        ? "Clients notice only at the next heartbeat that they are live."
        : "Clients wait for the end of the replay, and do not notice that they are live.",
    })(change);
  },
  "sequence/resume/tooOld": judge(
    "sequence-too-old-changed",
    "the answer to a resume point that is too old",
    {
      why:
        "Clients do not recognise the answer: they try the same resume point again, or fail instead " +
        "of starting from scratch.",
    },
  ),
  "sequence/resume/lastNumber": judge(
    "sequence-last-number-changed",
    "the place of the highest number at the end of a replay",
    {
      class: "potentially-breaking",
      why: "Clients do not find it, and notice later that something is missing.",
      whyAdded: "Clients did not look for it before.",
    },
  ),
  "sequence/resume/watermark": judge("sequence-watermark-changed", "the place of the watermark", {
    class: "potentially-breaking",
    why: "The resume point of an idle client with a filter no longer moves, until it is too old.",
    whyAdded: "Clients did not look for it before.",
  }),
  "sequence/resume/identity": judgeIdentity,
  "sequence/resume/filters": judgeFilters,
  "sequence/resume/owner": judge(
    "sequence-owner-changed",
    "the place of the owner of the sequence",
    {
      class: "non-breaking",
      surface: "code",
      why: "Only those who publish check it; clients do not.",
    },
  ),
  "snapshot/topics/*/request": judgeSnapshotRequest,
  "book/topics/*/price": bookJudge("the place of the price in a level"),
  "book/topics/*/quantity": bookJudge("the place of the quantity in a level"),
  "book/topics/*/snapshots": judgeLevels,
  "book/topics/*/updates": judgeLevels,
  "book/topics/*": presence(
    {
      rule: "subscription-book-added",
      class: "non-breaking",
      message: "the state of a key is an order book now",
      why: "The messages say what they said before.",
    },
    {
      rule: "subscription-book-removed",
      class: "potentially-breaking",
      message: "the state of a key is no longer said to be an order book",
      why: "Clients that keep books go on as long as the messages have the same members.",
    },
  ),
  "subscription/topics/*": judgeTopic,
  "envelope/time": either(
    presence(
      {
        rule: "envelope-time-added",
        class: "non-breaking",
        message: "the time of a message is stated now",
        why: "Clients read a message as before.",
      },
      {
        rule: "envelope-time-removed",
        class: "potentially-breaking",
        message: "the time of a message is no longer stated",
        why: "Clients that rely on the time may find none, or another one.",
      },
    ),
    judge("envelope-time-changed", "the time of a message", {
      why: "Clients take another number for the time, or find none.",
    }),
  ),
  "envelope/error/message": judge("envelope-error-changed", "the message that reports errors", {
    why: "Clients do not know it as an error, so that they do not see why a connection ended.",
  }),
  "envelope/error/code": judge(
    "envelope-error-member-changed",
    "the place of the code of an error",
    {
      why: "Clients do not find the code, and cannot tell one error from another.",
    },
  ),
  "envelope/error/text": errorJudge("text"),
  "envelope/error/details": errorJudge("details"),
  "envelope/error/codes": judgeErrorCodes,
  "envelope/error": presence(
    {
      rule: "envelope-error-added",
      class: "non-breaking",
      message: "errors are reported now",
      why: "Clients pass the message on like any other.",
    },
    {
      rule: "envelope-error-removed",
      class: "potentially-breaking",
      message: "errors are no longer reported",
      why: "Clients know only from the close code why a connection ended.",
    },
  ),
  "flow-control/maxPendingFrames": limitJudge("maxPendingFrames"),
  "flow-control/maxPendingBytes": limitJudge("maxPendingBytes"),
  "flow-control/closeCode": judge(
    "flow-control-close-code-changed",
    "the close code of slow readers",
    {
      class: "potentially-breaking",
      why: "Clients reconnect by what they know of the new code, and do not tell their caller that they are too slow.",
    },
  ),
  "flow-control": presence(
    {
      rule: "flow-control-added",
      class: "potentially-breaking",
      message: "slow readers are closed now",
      why: "Clients that keep up notice nothing; others lose their connection.",
    },
    {
      rule: "flow-control-removed",
      class: "non-breaking",
      message: "slow readers are no longer said to be closed",
      why: "Clients are ready to be closed, and need not be.",
    },
  ),
  "credentials/signature/algorithm": signatureJudge("algorithm", "the algorithm"),
  "credentials/signature/headers": signatureJudge("headers", "the list of headers"),
  "credentials/signature/lines": signatureJudge("lines", "the list of signed lines"),
  "credentials/signature/clockSkewMs": judgeSkew,
  "credentials/signature": presence(
    {
      rule: "signature-added",
      class: "breaking",
      direction: "request",
      message: "connections have to be signed now",
      why: "Clients that do not sign are refused.",
    },
    {
      rule: "signature-removed",
      class: "non-breaking",
      direction: "request",
      message: "connections need no signature any more",
      why: "Clients may go on signing; nobody checks it.",
    },
  ),
  ...Object.fromEntries(
    ["algorithm", "text", "end", "time/unit", "time/toleranceMs", "place/headers"].map((member) => [
      `credentials/schemes/*/${member}`,
      // The signature is compared by itself.
      ({ channels: { base, revision } }) => (base.signature && revision.signature ? [] : undefined),
    ]),
  ),
  "credentials/schemes/*": ({ before, after, channels: { base, revision } }) =>
    (base.signature ?? revision.signature) && (!before || !after) ? [] : undefined,
};

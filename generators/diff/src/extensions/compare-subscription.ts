import type { SubscriptionRule } from "@specwright/contract";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { type ExtensionEdit, type RulePair, revisedKey, wasKnown } from "./extension-edit.ts";

type BookRule = NonNullable<SubscriptionRule["book"]>;

/** Compares how clients choose keys within a connection (`x-subscription`). */
export function compareSubscription(channels: ChannelPair): ExtensionEdit[] {
  const [base, revision] = [channels.base.subscription, channels.revision.subscription];
  if (base === undefined || revision === undefined) return presenceEdits(channels);
  const rules = { base, revision, channels };
  return [
    ...messageEdits(rules),
    ...memberEdits(rules),
    ...diffEdits(rules),
    ...forceEdits(rules),
    ...bookEdits(base.book, revision.book),
  ];
}

function presenceEdits({ base, revision, original }: ChannelPair): ExtensionEdit[] {
  if (base.subscription === revision.subscription) return [];
  if (revision.subscription === undefined) {
    return [
      {
        rule: "subscription-removed",
        class: "breaking",
        direction: "both",
        message: "clients no longer choose keys",
        why: "Clients wait for a snapshot of each key that they ask for, and drop everything else.",
      },
    ];
  }
  const { subscribe } = revision.subscription;
  const message = revision.messages.find(({ id }) => id === subscribe);
  const before = message && original.get(message);
  const didSubscribe = before !== undefined && base.receives.includes(before);
  return [
    {
      rule: "subscription-added",
      class: didSubscribe ? "non-breaking" : "breaking",
      direction: "both",
      message: "clients choose keys now",
      why: didSubscribe
        ? "Clients sent the same messages before; only generated code does it by itself now."
        : "Clients that do not subscribe get nothing any more.",
    },
  ];
}

function messageEdits({ base, revision, channels }: RulePair<SubscriptionRule>): ExtensionEdit[] {
  const roles = [
    [
      "subscribe",
      "adds keys",
      "request",
      "Clients ask for keys by a message that means something else, or is refused.",
    ],
    [
      "unsubscribe",
      "removes keys",
      "request",
      "Clients give up keys by a message that means something else, or is refused.",
    ],
    [
      "snapshot",
      "is the whole state of a key",
      "response",
      "Clients wait for the old message, and drop all changes until it comes.",
    ],
  ] as const;
  return roles.flatMap(([role, what, direction, why]): ExtensionEdit[] => {
    if (revisedKey(channels, base[role]) === revision[role]) return [];
    return [
      {
        rule: `subscription-${role}-changed`,
        class: "breaking",
        direction,
        details: [base[role], revision[role]],
        message: `\`${revision[role]}\` ${what} now; it was \`${base[role]}\``,
        why,
      },
    ];
  });
}

function memberEdits({ base, revision }: RulePair<SubscriptionRule>): ExtensionEdit[] {
  const members = [
    [
      "keysField",
      "subscription-keys-field-changed",
      "the keys are listed",
      "request",
      "Clients list the keys in a member that the server does not read.",
    ],
    [
      "keyField",
      "subscription-key-field-changed",
      "the key of a message is",
      "response",
      "Clients do not see to which key a message belongs.",
    ],
    [
      "counterField",
      "subscription-counter-field-changed",
      "the number of a message is",
      "response",
      "Clients find no number, so that they do not notice gaps.",
    ],
  ] as const;
  return members.flatMap(([member, rule, what, direction, why]): ExtensionEdit[] => {
    const [before, after] = [base[member], revision[member]];
    if (before === after) return [];
    const message = `${what} in \`${after}\` now; it was in \`${before}\``;
    return [{ rule, class: "breaking", direction, details: [before, after], message, why }];
  });
}

function diffEdits({ base, revision, channels }: RulePair<SubscriptionRule>): ExtensionEdit[] {
  const kept = new Set(base.diffs.map((id) => revisedKey(channels, id)));
  const added = revision.diffs.filter((id) => !kept.has(id));
  const removed = base.diffs.filter((id) => {
    const revised = revisedKey(channels, id);
    return revised === undefined || !revision.diffs.includes(revised);
  });
  const gap = "so that they take its number for a gap and ask for one snapshot after another";
  return [
    ...added.map((id): ExtensionEdit => {
      const isKnown = wasKnown(channels, id);
      return {
        rule: "subscription-diff-added",
        class: isKnown ? "breaking" : "non-breaking",
        direction: "response",
        details: [id],
        message: `\`${id}\` takes the next number of its key now`,
        why: isKnown
          ? `Clients know it as a message that repeats the number, ${gap}.`
          : "Clients accept the next number from a message that they do not know.",
      };
    }),
    ...removed.map((id): ExtensionEdit => {
      const isKept = revisedKey(channels, id) !== undefined;
      return {
        rule: "subscription-diff-removed",
        class: isKept ? "breaking" : "non-breaking",
        direction: "response",
        details: [id],
        message: `\`${id}\` no longer takes a number of its key`,
        why: isKept ? `Clients expect the next number in it, ${gap}.` : "It is not sent any more.",
      };
    }),
  ];
}

function forceEdits({ base, revision }: RulePair<SubscriptionRule>): ExtensionEdit[] {
  const [before, after] = [base.forceSnapshotField, revision.forceSnapshotField];
  if (before === after) return [];
  const name = (field: string | undefined) =>
    field === undefined ? "not possible" : `by \`${field}\``;
  return [
    {
      rule: "subscription-force-snapshot-changed",
      class: before === undefined ? "non-breaking" : "breaking",
      direction: "request",
      details: [before ?? null, after ?? null],
      message: `asking for a fresh snapshot is ${name(after)}; it was ${name(before)}`,
      why:
        before === undefined
          ? "Clients may go on giving up the key and asking for it again."
          : "Clients that missed a change ask for a snapshot in the old way, and do not get it.",
    },
  ];
}

function bookEdits(before: BookRule | undefined, after: BookRule | undefined): ExtensionEdit[] {
  const text = (book: BookRule | undefined) =>
    book && [book.bids, book.asks, book.price, book.quantity];
  if (String(text(before)) === String(text(after))) return [];
  if (before === undefined) {
    return [
      {
        rule: "subscription-book-added",
        class: "non-breaking",
        direction: "response",
        message: "the state of a key is an order book now",
        why: "The messages say what they said before.",
      },
    ];
  }
  return [
    {
      rule: after === undefined ? "subscription-book-removed" : "subscription-book-changed",
      class: after === undefined ? "potentially-breaking" : "breaking",
      direction: "response",
      details: [text(before) ?? null, text(after) ?? null],
      message:
        after === undefined
          ? "the state of a key is no longer said to be an order book"
          : "the levels of a book have other members",
      why:
        after === undefined
          ? "Clients that keep books go on as long as the messages have the same members."
          : "Clients that keep books do not find the levels.",
    },
  ];
}

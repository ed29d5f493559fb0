import type { Channel, EndingReaction } from "@specwright/contract";
import type { ChangeClass } from "../changes/change.ts";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { type Pair, pairItems } from "../pairing/pairing.ts";
import type { ExtensionEdit } from "./extension-edit.ts";

type Action = EndingReaction;

/** A close code with the text that names the code in messages. */
interface CloseCode {
  /** A single code, or a range such as `4000-4099`. */
  readonly code: string;
  readonly first: number;
  readonly name: string;
  readonly description: string;
  readonly client: Action;
}

function closesOf({ endings }: Channel): readonly CloseCode[] {
  return (endings?.closes ?? []).map(({ codes, name = "", description = "", client }) => {
    const [first, last] = typeof codes === "number" ? [codes, codes] : codes;
    return {
      code: first === last ? `${first}` : `${first}-${last}`,
      first,
      name,
      description,
      client,
    };
  });
}

/** Compares the close codes of a channel (`x-endings`). */
export function compareCloseCodes({ base, revision }: ChannelPair): ExtensionEdit[] {
  const [before, after] = [closesOf(base), closesOf(revision)];
  if (before.length === 0 || after.length === 0) return presenceEdits(before, after);
  const { pairs, removed, added } = pairItems(before, after, [
    (old, revised) => old.code === revised.code && old.name === revised.name,
    (old, revised) => old.code === revised.code,
  ]);
  return [
    ...removed.map(removedEdit),
    ...added.map((code) => addedEdit(code, before)),
    ...pairs.flatMap((pair) => [
      ...nameEdits(pair),
      ...actionEdits(pair),
      ...descriptionEdits(pair),
    ]),
    ...orderEdits(before, after, pairs),
  ];
}

function presenceEdits(before: readonly CloseCode[], after: readonly CloseCode[]): ExtensionEdit[] {
  if (before.length === after.length) return [];
  if (after.length === 0) {
    return [
      {
        rule: "close-codes-removed",
        class: "non-breaking",
        direction: "response",
        message: "close codes are no longer listed",
        why: "Existing clients still follow the old list.",
      },
    ];
  }
  const others = after.filter((code) => expectedAction(code, before) !== code.client);
  return [
    {
      rule: "close-codes-added",
      class: others.length === 0 ? "non-breaking" : "potentially-breaking",
      direction: "response",
      message: "close codes are now listed",
      why:
        others.length === 0
          ? "Clients without a list react in the same way."
          : `Clients without a list react differently to ${others.map(({ code }) => code).join(", ")}.`,
    },
  ];
}

function removedEdit({ code, name }: CloseCode): ExtensionEdit {
  return {
    rule: "close-code-removed",
    class: "non-breaking",
    direction: "response",
    details: [code, name],
    message: `the close code ${codeTitle({ code, name })} was removed`,
    why: "Existing clients handle a code that the server no longer sends.",
  };
}

function addedEdit(code: CloseCode, before: readonly CloseCode[]): ExtensionEdit {
  const expected = expectedAction(code, before);
  const isSame = expected === code.client;
  return {
    rule: "close-code-added",
    class: isSame ? "non-breaking" : "potentially-breaking",
    direction: "response",
    details: [code.code, code.name],
    message: `the close code ${codeTitle(code)} was added: clients must ${verbs[code.client]}`,
    why: isSame
      ? "Generated clients react in the same way to an unknown code."
      : `Generated clients do not know the code, and ${verbs[expected]} instead.`,
  };
}

/**
 * Returns how a generated client reacts to a close code. `known` has the codes in the client's contract.
 */
function expectedAction({ code, first, name }: CloseCode, known: readonly CloseCode[]): Action {
  const same = known.filter((each) => each.code === code);
  const match = same.find((each) => each.name === name) ?? same[0];
  // These codes report an error in the client or in its messages. A retry would fail again.
  return (
    match?.client ?? ([1002, 1003, 1007, 1008, 1009, 1010].includes(first) ? "stop" : "reconnect")
  );
}

const verbs: Readonly<Record<Action, string>> = {
  stop: "stop",
  reconnect: "reconnect",
  resync: "rebuild their state",
  resubscribe: "subscribe again",
  renew: "renew their credentials",
  wait: "wait",
  "slow-down": "send fewer requests",
};

/** Returns a code, with its name if the code has one. */
function codeTitle({ code, name }: Pick<CloseCode, "code" | "name">): string {
  return name === "" ? code : `${code} \`${name}\``;
}

function nameEdits({ base, revision }: Pair<CloseCode>): ExtensionEdit[] {
  if (base.name === revision.name) return [];
  return [
    {
      rule: "close-code-renamed",
      class: "potentially-breaking",
      direction: "response",
      details: [base.code, base.name, revision.name],
      message: `the close code ${base.code} is now named \`${revision.name}\`; it was \`${base.name}\``,
      why: "The name is also the code of the error that the server sends first. Existing clients do not know the new name.",
    },
  ];
}

function actionEdits({ base, revision }: Pair<CloseCode>): ExtensionEdit[] {
  if (base.client === revision.client) return [];
  const { class: changeClass, why } = judgeActions(base.client, revision.client);
  return [
    {
      rule: "close-code-action-changed",
      class: changeClass,
      direction: "response",
      details: [base.code, base.name, base.client, revision.client],
      message: `clients must now ${verbs[revision.client]} after the close code ${codeTitle(revision)}; they had to ${verbs[base.client]}`,
      why,
    },
  ];
}

function judgeActions(
  before: Action,
  after: Action,
): { readonly class: ChangeClass; readonly why: string } {
  const isHanded = (action: Action): boolean => action === "stop" || action === "resync";
  if (isHanded(before) && isHanded(after)) {
    return {
      class: "potentially-breaking",
      why: "Generated clients leave both reactions to the application, which may still have the old reaction.",
    };
  }
  if (!isHanded(before) && !isHanded(after)) {
    return {
      class: "potentially-breaking",
      why: "Existing clients reconnect in the old way, which the server may not accept.",
    };
  }
  if (after === "stop") {
    const why = "Existing clients reconnect again and again, and report no error.";
    return { class: "breaking", why };
  }
  const why =
    after === "resync"
      ? "Existing clients reconnect, and continue without the messages that they missed."
      : "Existing clients give up although they could reconnect.";
  return { class: "breaking", why };
}

function descriptionEdits({ base, revision }: Pair<CloseCode>): ExtensionEdit[] {
  if (base.description === revision.description) return [];
  return [
    {
      rule: "close-code-description-changed",
      class: "docs",
      surface: "docs",
      details: [base.code, base.name],
      message: `the description of the close code ${codeTitle(revision)} changed`,
      why: "Existing clients keep working.",
    },
  ];
}

/**
 * Reports a new order of the entries for the same code. A client uses the first entry of a code unless an
 * error names the meaning.
 */
function orderEdits(
  before: readonly CloseCode[],
  after: readonly CloseCode[],
  pairs: readonly Pair<CloseCode>[],
): ExtensionEdit[] {
  const codes = [...new Set(before.map(({ code }) => code))];
  const isMoved = (code: string): boolean => {
    const isOfCode = (each: CloseCode): boolean => each.code === code;
    const first = pairs.find(({ base }) => base === before.find(isOfCode));
    return first !== undefined && first.revision !== after.find(isOfCode);
  };
  return codes.filter(isMoved).map((code) => ({
    rule: "close-code-order-changed",
    class: "potentially-breaking",
    direction: "response",
    details: [code],
    message: `the order of the meanings of the close code ${code} changed`,
    why: "Without an error that names the meaning, clients use the first meaning in their list.",
  }));
}

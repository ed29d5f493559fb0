// What a page says about a change besides its sentence. HTML and Markdown are written from it.

import { type Affected, type Change, classTitles, jsonText } from "@specwright/diff";
import { plainText } from "../text/plain-text.ts";
import type { ComparedVersions } from "./compared-versions.ts";

/** A fact in a few words. */
export interface ChangeFact {
  readonly label: string;
  readonly text: string;
}

const surfaces: Readonly<Record<Change["surface"], string>> = {
  wire: "What is sent",
  code: "Only the names and types of generated code",
  docs: "Only descriptions",
};

const directions: Readonly<Record<NonNullable<Change["direction"]>, string>> = {
  request: "What the provider reads: requests, parameters, received messages",
  response: "What the provider writes: responses, sent messages",
  both: "Requests and responses",
};

/** Lists the short facts about a change. */
export function changeFacts(change: Change): readonly ChangeFact[] {
  const { direction, surface, sunset } = change;
  return [
    { label: "Class", text: classTitles[change.class].heading },
    { label: "Touches", text: surfaces[surface] },
    ...(direction === undefined ? [] : [{ label: "Direction", text: directions[direction] }]),
    ...(sunset === undefined ? [] : [{ label: "May be removed from", text: plainText(sunset) }]),
  ];
}

const maxWitness = 20_000;

/** The value that proves a break, as a page shows it. */
export interface ShownWitness {
  /** JSON with an indentation. */
  readonly json: string;
  /** In which version it is valid, and in which it is not. */
  readonly sentence: string;
}

/** Returns the value that proves a change, `undefined` if there is none. */
export function shownWitness(
  { witness }: Change,
  { base, revision }: ComparedVersions,
): ShownWitness | undefined {
  if (witness === undefined) return undefined;
  const json = jsonText(witness.value, "  ");
  const isLong = json.length > maxWitness;
  const older = base === undefined ? "the version before" : base.name;
  const newer = revision.name;
  const same = older === newer;
  const sentence =
    witness.validIn === "base"
      ? `This value is valid in ${older}, and not in ${newer}.`
      : `This value is valid in ${newer}, and not in ${older}.`;
  return {
    json: isLong ? `${json.slice(0, maxWitness).toWellFormed()}\n… (shortened)` : json,
    sentence: same
      ? `This value ${witness.validIn === "base" ? "was valid, and no longer is" : "was not valid, and now is"}.`
      : sentence,
  };
}

/** Returns the part of an operation that a change reaches, in words: `request body (request)`. */
export function partText({ part, direction }: Affected): string {
  return plainText(part === "" ? direction : `${part} (${direction})`);
}

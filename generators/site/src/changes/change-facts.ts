// The facts that follow the sentence about a change, for HTML and Markdown.

import { type Affected, type Change, classTitles, jsonText } from "@specwright/diff";
import { plainText } from "../text/plain-text.ts";
import type { ComparedVersions } from "./compared-versions.ts";

export interface ChangeFact {
  readonly label: string;
  readonly text: string;
}

const surfaces: Readonly<Record<Change["surface"], string>> = {
  wire: "Requests, responses or messages",
  code: "Only names and types of generated code",
  docs: "Only descriptions",
};

const directions: Readonly<Record<NonNullable<Change["direction"]>, string>> = {
  request: "Data that the provider reads: requests, parameters, received messages",
  response: "Data that the provider sends: responses, sent messages",
  both: "Requests and responses",
};

/** Lists the short facts about a change. */
export function changeFacts(change: Change): readonly ChangeFact[] {
  const { direction, surface, sunset } = change;
  return [
    { label: "Class", text: classTitles[change.class].heading },
    { label: "Scope", text: surfaces[surface] },
    ...(direction === undefined ? [] : [{ label: "Direction", text: directions[direction] }]),
    ...(sunset === undefined ? [] : [{ label: "Sunset date", text: plainText(sunset) }]),
  ];
}

const maxWitness = 20_000;

/** The example value of a breaking change, for a page. */
export interface ShownWitness {
  /** The value as indented JSON. */
  readonly json: string;
  /** A sentence that says in which version the value is valid and in which version it is invalid. */
  readonly sentence: string;
}

/** Returns the example value of a change; `undefined` if the change has none. */
export function shownWitness(
  { witness }: Change,
  { base, revision }: ComparedVersions,
): ShownWitness | undefined {
  if (witness === undefined) return undefined;
  const json = jsonText(witness.value, "  ");
  const isLong = json.length > maxWitness;
  const older = base === undefined ? "the previous version" : base.name;
  const newer = revision.name;
  const same = older === newer;
  const sentence =
    witness.validIn === "base"
      ? `This value is valid in ${older}, but not in ${newer}.`
      : `This value is valid in ${newer}, but not in ${older}.`;
  return {
    json: isLong ? `${json.slice(0, maxWitness).toWellFormed()}\n… (shortened)` : json,
    sentence: same
      ? `This value is ${witness.validIn === "base" ? "no longer valid" : "now valid"}.`
      : sentence,
  };
}

/** Returns an affected part with its direction: `request body (request)`. */
export function partText({ part, direction }: Affected): string {
  return plainText(part === "" ? direction : `${part} (${direction})`);
}

// The facts that follow the sentence about a change, for HTML and Markdown.

import type { Position } from "@specwright/spec-loader";
import type { Change } from "../../changes/change.ts";
import { jsonText } from "../../report/json-text.ts";

/** A fact about a change. */
export interface ChangeDetail {
  readonly label: string;
  readonly text: string;
  /** Whether the text is code. */
  readonly isCode: boolean;
}

const SHOWN_OPERATIONS = 3;
const SHOWN_WITNESS_LENGTH = 2000;

/** Lists the facts about a change: its place, the affected operations, and an example value. */
export function changeDetails(change: Change): readonly ChangeDetail[] {
  const place = change.revision ?? change.base;
  const label = change.revision === undefined ? "Removed from" : "Place";
  return [
    ...(place === undefined ? [] : [{ label, text: placeText(place), isCode: true }]),
    ...affectedDetails(change),
    ...(change.sunset === undefined
      ? []
      : [{ label: "Sunset date", text: change.sunset, isCode: false }]),
    ...witnessDetails(change),
  ];
}

function affectedDetails({ affects }: Change): readonly ChangeDetail[] {
  if (affects.length === 0) return [];
  const shown = affects
    .slice(0, SHOWN_OPERATIONS)
    .map(({ operation, part }) => (part === "" ? operation : `${operation} (${part})`));
  const more = affects.length - shown.length;
  const text = more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
  return [{ label: "Affects", text, isCode: false }];
}

function witnessDetails({ witness: found }: Change): readonly ChangeDetail[] {
  if (found === undefined) return [];
  const label = found.validIn === "base" ? "No longer valid" : "Now valid";
  const text = jsonText(found.value);
  const isLong = text.length > SHOWN_WITNESS_LENGTH;
  return [
    { label, text: isLong ? `${text.slice(0, SHOWN_WITNESS_LENGTH)} …` : text, isCode: true },
  ];
}

/** Omits an absolute path, because the path depends on the machine that compared the documents. */
function placeText({ file, line, column, pointer }: Position): string {
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/]|file:)/.test(file);
  const name = isAbsolute ? (file.split(/[\\/]/).at(-1) ?? file) : file;
  return `${name}:${line}:${column}${pointer === "" ? "" : ` #${pointer}`}`;
}

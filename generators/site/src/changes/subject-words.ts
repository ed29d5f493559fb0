import { type Change, oneLine, plainSentence } from "@specwright/diff";
import { plainText } from "../text/plain-text.ts";
import { groupTitle } from "./change-sections.ts";

/**
 * Returns what a change is about, for lists in which its sentence stands alone: `Schema Order`; empty
 * if the sentence names it.
 */
export function subjectWords({ message, subject }: Change): string {
  const { word, name } = groupTitle(subject);
  if (name === "" || plainSentence(message).includes(oneLine(name))) return "";
  return plainText(`${word} ${name}`);
}

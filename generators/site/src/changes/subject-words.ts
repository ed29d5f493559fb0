import { type Change, oneLine, plainSentence } from "@specwright/diff";
import { plainText } from "../text/plain-text.ts";
import { groupTitle } from "./change-sections.ts";

/**
 * Returns what a change is about, for titles and lists in which its sentence stands alone: `Schema
 * Order`, or `GET /orders, response 200`; without what the sentence says itself.
 */
export function subjectWords({ message, subject }: Change): string {
  const { word, name } = groupTitle(subject);
  const { path = "" } = subject;
  const said = plainSentence(message);
  const isMissing = (text: string): boolean => text !== "" && !said.includes(oneLine(text));
  const parts = [
    ...(isMissing(name) ? [`${word} ${name}`] : []),
    ...(isMissing(path) ? [path] : []),
  ];
  return plainText(parts.join(", "));
}

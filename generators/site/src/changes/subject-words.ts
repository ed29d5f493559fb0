import { type Change, oneLine, pathWords, plainSentence } from "@specwright/diff";
import { plainText } from "../text/plain-text.ts";
import { groupTitle } from "./change-sections.ts";

/**
 * Returns the subject of a change for a title or list, next to the sentence about the change: `Schema
 * Order`, or `GET /orders, response 200`. Omits the parts of the subject that the sentence already names.
 */
export function subjectWords({ message, subject }: Change): string {
  const { word, name } = groupTitle(subject);
  const { path = "" } = subject;
  const said = plainSentence(message);
  const isMissing = (text: string): boolean => text !== "" && !said.includes(oneLine(text));
  const parts = [
    ...(isMissing(name) ? [`${word} ${name}`] : []),
    ...(placePhrases(path).map(plainSentence).some(isMissing)
      ? [plainSentence(placeWords(path))]
      : []),
  ];
  return plainText(parts.join(", "));
}

/** Returns the path of a subject in words, with names in backticks. */
export function placeWords(path: string): string {
  return placePhrases(path).join(" in ");
}

/**
 * Splits the path of a subject into phrases, the innermost first: the path inside a schema, if any, and the
 * part, such as `response 200`.
 */
function placePhrases(path: string): readonly string[] {
  const [part = "", inner] = path.split(/: (.*)/s);
  return inner === undefined ? [pathWords(part)] : [pathWords(inner), pathWords(part)];
}

import { type Change, oneLine, pathWords, plainSentence } from "@specwright/diff";
import { plainText } from "../text/plain-text.ts";
import { groupTitle } from "./change-sections.ts";

/**
 * Returns the subject of a change, for titles and lists that show only its sentence: `Schema Order`, or
 * `GET /orders, response 200`. It omits words that the sentence contains.
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

/** Returns the path of a subject as a phrase with names in backticks. */
export function placeWords(path: string): string {
  return placePhrases(path).join(" in ");
}

/** Returns the place inside the schema of a part, if any, and the part: `response 200`. */
function placePhrases(path: string): readonly string[] {
  const [part = "", inner] = path.split(/: (.*)/s);
  return inner === undefined ? [pathWords(part)] : [pathWords(inner), pathWords(part)];
}

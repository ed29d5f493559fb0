import { pascalCase } from "@specwright/contract";
import { isJsonObject, loadSpecification } from "@specwright/spec-loader";
import { isRemoteInput, locateInput } from "../documents/locate-input.ts";

const maxLength = 20;

/** Words in titles that say nothing about the interface. */
const fillers = new Set(
  "a an and api apis asyncapi beta by definition description developer documentation for from http interface json of official on openapi our preview public reference rest restful schema service services spec specification swagger the to unofficial version web with".split(
    " ",
  ),
);

/**
 * Proposes a prefix for the names of the client and the handlers, from the title of a document. Returns
 * `undefined` if the title has no useful word, and for a document at a URL.
 */
export async function proposeName(folder: string, input: string): Promise<string | undefined> {
  if (isRemoteInput(input)) return undefined;
  const path = locateInput(folder, input);
  const { specification } = await loadSpecification(path, { lenient: true, validate: false });
  const root = specification?.entry.root;
  const info = isJsonObject(root) ? root.info : undefined;
  const title = isJsonObject(info) ? info.title : undefined;
  return typeof title === "string" ? shortName(title) : undefined;
}

/**
 * Returns the useful words of a title as one identifier with at most 20 characters: `GitHub` for `GitHub's
 * official OpenAPI spec + extension`.
 */
function shortName(title: string): string | undefined {
  // Use the part before a subtitle. If that part has no useful word, use the subtitle.
  const parts = title.split(/\s[-–—+|/]\s|[:;,()[\]]/u).map(usefulWords);
  const [first, ...others] = parts.find((words) => words.length > 0) ?? [];
  if (first === undefined) return undefined;
  let name = pascalCase(first.slice(0, maxLength));
  for (const word of others) {
    const longer = pascalCase(`${name} ${word}`);
    if (longer.length > maxLength) break;
    name = longer;
  }
  return name;
}

function usefulWords(text: string): readonly string[] {
  return text
    .replaceAll(/['’]s\b/gu, "")
    .split(/[^\p{L}\p{M}\p{N}.]+/u)
    .filter((word) => /^\p{L}/u.test(word) && !/^v\d+(?:\.|$)/i.test(word))
    .filter((word) => !fillers.has(word.toLowerCase()));
}

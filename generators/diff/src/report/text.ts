import { type Change, changeClasses } from "../changes/change.ts";
import {
  affectedTexts,
  countChanges,
  countsText,
  notesOf,
  witnessTexts,
} from "./describe-change.ts";
import { isFirstVersion, withoutChanges } from "./first-version.ts";
import { oneLine } from "./one-line.ts";
import { documentName, placeIn, placeText } from "./place.ts";
import { type ComparedDocuments, classTitles, type ReportOptions } from "./report.ts";
import { versionSentence } from "./suggest-version.ts";

const defaultAffected = 3;

/** Formats changes for a terminal: by class, each with its place, reason and example. */
export function formatText(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  return `${comparisons.map((each) => documentsText(each, options)).join("\n\n")}\n`;
}

function documentsText(documents: ComparedDocuments, options: ReportOptions): string {
  const { changes, accepted, failing } = documents;
  const paint = painter(options.colour === true);
  const sections = changeClasses.flatMap((each) => {
    const found = changes.filter((change) => change.class === each);
    if (found.length === 0) return [];
    const heading = paint(colours[each], `${classTitles[each].heading} (${found.length})`);
    return [heading, ...found.map((change) => changeText(change, documents, options)), ""];
  });
  const agreed = changes.filter(({ fingerprint }) => accepted?.has(fingerprint)).length;
  const shown = changes.filter(({ fingerprint }) => failing?.has(fingerprint)).length;
  const hidden = (failing?.size ?? 0) - shown;
  const summary = [
    changes.length === 0
      ? withoutChanges(documents, "No changes to show.")
      : `${countsText(countChanges(changes))}.`,
    ...(agreed > 0 ? [`${agreed} accepted.`] : []),
    ...(shown > 0 ? [paint("red", `${shown} to be mended or accepted.`)] : []),
    ...(hidden > 0 ? [paint("red", `${hidden} more to be mended or accepted, not shown.`)] : []),
  ];
  return [paint("bold", titleOf(documents)), "", ...sections, summary.join(" ")]
    .concat(versionSentence(documents) ?? [])
    .join("\n");
}

function titleOf(documents: ComparedDocuments): string {
  const { base, revision } = documents;
  const [before, after] = [base, revision].map((document) =>
    document === undefined ? "nothing" : oneLine(documentName(document)),
  );
  return isFirstVersion(documents) ? `${after}` : `${before} -> ${after}`;
}

function changeText(
  change: Change,
  documents: ComparedDocuments,
  { verbose, colour = false }: ReportOptions,
): string {
  const paint = painter(colour);
  const place =
    placeIn("revision", change, documents) ?? placeIn("base", change, documents) ?? undefined;
  const where = place === undefined ? "" : `${paint("dim", oneLine(placeText(place)))}  `;
  const most = verbose === true ? Number.POSITIVE_INFINITY : defaultAffected;
  const { shown, more } = affectedTexts(change.affects, most);
  const affects = more > 0 ? [...shown, `and ${more} more`] : shown;
  const milder = affectedTexts(change.milderIn ?? [], most).shown;
  const witness = witnessTexts(change);
  const details: readonly (readonly [string, string])[] = [
    ["why", oneLine(change.why)],
    ...(affects.length > 0 ? [["affects", affects.join(", ")] as const] : []),
    ...(verbose === true && milder.length > 0 ? [["milder", milder.join(", ")] as const] : []),
    ...(witness ? [["example", `${witness.value} ${witness.meaning}`] as const] : []),
    ...notesOf(change, documents).map((note) => ["note", note] as const),
    ["rule", `${change.ruleId} (${change.fingerprint})`],
  ];
  const lines = details.map(([name, text]) => `    ${paint("dim", name.padEnd(8))}${text}`);
  return [`  ${where}${paint("bold", oneLine(change.message))}`, ...lines].join("\n");
}

const colours = {
  breaking: "red",
  "potentially-breaking": "yellow",
  deprecation: "magenta",
  "non-breaking": "green",
  docs: "cyan",
} as const;

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 } as const;

function painter(colour: boolean): (style: keyof typeof codes, text: string) => string {
  return (style, text) => (colour ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
}

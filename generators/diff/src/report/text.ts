import { affectedTexts, countChanges, countsText, witnessTexts } from "./describe-change.ts";
import { isFirstVersion, withoutChanges } from "./first-version.ts";
import { oneLine } from "./one-line.ts";
import {
  type Detail,
  type Group,
  mostThatFits,
  outlineOf,
  type Row,
  type Section,
} from "./outline.ts";
import { documentName, placeIn, placeText } from "./place.ts";
import type { ComparedDocuments, ReportOptions } from "./report.ts";
import { versionSentence } from "./suggest-version.ts";

const maxLines = 300;

/**
 * Formats changes for a terminal: by class and rule, each with its place and whom it affects. Without
 * `verbose`, a report of many changes shows some of each rule.
 */
export function formatText(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  return mostThatFits(
    (detail) => {
      const texts = comparisons.map((each) => documentsText(each, options, detail));
      return `${texts.join("\n\n")}\n`;
    },
    (report) => report.split("\n").length <= maxLines,
    options,
  );
}

function documentsText(
  documents: ComparedDocuments,
  options: ReportOptions,
  detail: Detail,
): string {
  const paint = painter(options.colour === true);
  const write = { documents, options, detail, paint };
  return [
    paint("bold", titleOf(documents)),
    "",
    ...outlineOf(documents, options, detail).flatMap((section) => sectionLines(section, write)),
    summaryOf(documents, paint),
  ]
    .concat(versionSentence(documents) ?? [])
    .join("\n");
}

/** What the lines of two documents are written with. */
interface Writing {
  readonly documents: ComparedDocuments;
  readonly options: ReportOptions;
  readonly detail: Detail;
  readonly paint: Painter;
}

function titleOf(documents: ComparedDocuments): string {
  const { base, revision } = documents;
  const [before, after] = [base, revision].map((document) =>
    document === undefined ? "nothing" : oneLine(documentName(document)),
  );
  return isFirstVersion(documents) ? `${after}` : `${before} -> ${after}`;
}

function sectionLines(section: Section, writing: Writing): readonly string[] {
  const { class: each, heading, count, groups } = section;
  const title = writing.paint(colours[each], `${heading} (${count})`);
  if (groups.length === 0) return [`${title}: use --verbose to list them.`, ""];
  return [title, ...groups.flatMap((group) => groupLines(group, writing)), ""];
}

function groupLines({ heading, why, rows, more }: Group, writing: Writing): readonly string[] {
  const { paint } = writing;
  const reason = why === undefined ? "" : `: ${oneLine(why)}`;
  return [
    `  ${paint("dim", `${oneLine(heading)}${reason}`)}`,
    ...rows.flatMap((row) => rowLines(row, writing)),
    ...(more > 0 ? [`    and ${more} more: use --verbose to list them.`] : []),
  ];
}

function rowLines(row: Row, { documents, options, detail, paint }: Writing): readonly string[] {
  const { first, also, affects, notes } = row;
  const place = placeIn("revision", first, documents) ?? placeIn("base", first, documents);
  const where = place === undefined ? "" : `  ${paint("dim", oneLine(placeText(place)))}`;
  const verbose = options.verbose === true;
  const milder = verbose ? affectedTexts(first.milderIn ?? [], Number.POSITIVE_INFINITY).shown : [];
  const witness = detail.examples ? witnessTexts(first) : undefined;
  const lines: readonly (readonly [string, string])[] = [
    ["also", oneLine(also.join(", "))],
    ["affects", affects.join(", ")],
    ["milder", milder.join(", ")],
    ["example", witness ? `${witness.value} ${witness.meaning}` : ""],
    ...notes.map((note) => ["note", note] as const),
    ["why", options.groupBy === "operation" ? oneLine(first.why) : ""],
    ["rule", verbose ? `${first.ruleId} (${first.fingerprint})` : ""],
  ];
  return [
    `    ${paint("bold", oneLine(first.message))}${where}`,
    ...lines
      .filter(([, text]) => text !== "")
      .map(([name, text]) => `      ${paint("dim", name.padEnd(8))}${text}`),
  ];
}

function summaryOf(documents: ComparedDocuments, paint: Painter): string {
  const { changes, accepted, failing } = documents;
  const agreed = changes.filter(({ fingerprint }) => accepted?.has(fingerprint)).length;
  const shown = changes.filter(({ fingerprint }) => failing?.has(fingerprint)).length;
  const hidden = (failing?.size ?? 0) - shown;
  return [
    changes.length === 0
      ? withoutChanges(documents, "No changes to show.")
      : `${countsText(countChanges(changes))}.`,
    ...(agreed > 0 ? [`${agreed} accepted.`] : []),
    ...(shown > 0 ? [paint("red", `${failText(shown)} the check.`)] : []),
    ...(hidden > 0 ? [paint("red", `${failText(hidden)} the check and --only hides them.`)] : []),
  ].join(" ");
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? "change" : "changes"}`;
}

function failText(count: number): string {
  return `${countOf(count)} ${count === 1 ? "fails" : "fail"}`;
}

const colours = {
  breaking: "red",
  "potentially-breaking": "yellow",
  deprecation: "magenta",
  "non-breaking": "green",
  docs: "cyan",
} as const;

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 } as const;

type Painter = (style: keyof typeof codes, text: string) => string;

function painter(colour: boolean): Painter {
  return (style, text) => (colour ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
}

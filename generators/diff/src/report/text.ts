import { affectedTexts, witnessTexts } from "./describe-change.ts";
import { isFirstVersion, withoutChanges } from "./first-version.ts";
import { oneLine } from "./one-line.ts";
import {
  type Detail,
  type Group,
  listedAboveText,
  longestFittingReport,
  outlineOf,
  type Section,
  sectionCounts,
  statusOf,
} from "./outline.ts";
import { documentName, shortPlace } from "./place.ts";
import type { ComparedDocuments, ReportOptions } from "./report.ts";
import type { Row } from "./rows.ts";
import { versionSentence } from "./suggest-version.ts";
import { summaryOf } from "./summary.ts";

const maxLines = 300;

/**
 * Formats changes for a terminal. A summary of the breaking changes comes first, then all changes by class
 * and rule, with their places and affected parts. Without `verbose`, a long report lists only some changes
 * of each rule.
 */
export function formatText(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  return longestFittingReport(
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
  const paint = createPainter(options.colour === true);
  const write = { documents, options, detail, paint };
  const sections = outlineOf(documents, options, detail);
  return [
    paint("bold", comparisonTitle(documents)),
    "",
    ...summaryLines(documents, paint),
    ...sections.flatMap((section) => sectionLines(section, write)),
    totalOf(documents, sections, paint),
  ]
    .concat((documents.remarks ?? []).map(oneLine))
    .concat(versionSentence(documents) ?? [])
    .join("\n");
}

interface Writing {
  readonly documents: ComparedDocuments;
  readonly options: ReportOptions;
  readonly detail: Detail;
  readonly paint: Painter;
}

function comparisonTitle(documents: ComparedDocuments): string {
  const { base, revision } = documents;
  const [before, after] = [base, revision].map((document) =>
    document === undefined ? "nothing" : oneLine(documentName(document)),
  );
  return isFirstVersion(documents) ? `${after}` : `${before} -> ${after}`;
}

function summaryLines(documents: ComparedDocuments, paint: Painter): readonly string[] {
  const summary = summaryOf(documents);
  if (summary === undefined) return [];
  return [
    paint("bold", oneLine(summary.sentence)),
    ...summary.audiences.flatMap(({ who, steps }) => [
      `  ${oneLine(who.replaceAll("`", ""))}`,
      ...steps.map((step) => `    - ${oneLine(step)}`),
    ]),
    "",
  ];
}

function sectionLines(section: Section, writing: Writing): readonly string[] {
  const { class: each, heading, count, groups, listedAbove, hasMore } = section;
  const title = writing.paint(colours[each], `${heading} (${count})`);
  const hint = hasMore ? ": use --verbose to list them." : "";
  const lines = groups.flatMap((group) => groupLines(group, writing));
  return [title + hint, ...lines, ...listedAboveText(listedAbove).map((text) => `  ${text}`), ""];
}

function groupLines(
  { heading, side, why, rows, more }: Group,
  writing: Writing,
): readonly string[] {
  const { paint } = writing;
  const reason = why === undefined ? "" : `: ${oneLine(why)}`;
  return [
    `  ${paint("dim", [oneLine(heading), ...(side ? [side] : [])].join(", ") + reason)}`,
    ...rows.flatMap((row, index) => {
      const isShared = sharesPlace(row, rows[index - 1]) || sharesPlace(row, rows[index + 1]);
      const isFirst = isShared && !sharesPlace(row, rows[index - 1]);
      return [
        ...(isFirst ? [`    ${oneLine(row.place ?? "")}`] : []),
        ...rowLines(row, writing, isShared),
      ];
    }),
    ...(more > 0 ? [`    and ${more} more (--verbose lists them)`] : []),
  ];
}

function rowLines(
  row: Row,
  { documents, options, detail, paint }: Writing,
  isUnderPlace: boolean,
): readonly string[] {
  const { first, also, properties, affects, notes } = row;
  const verbose = options.verbose === true;
  const place = shortPlace(first, documents, verbose);
  const where = place === undefined ? "" : `  ${paint("dim", oneLine(place))}`;
  const indent = isUnderPlace ? "      " : "    ";
  const milder = verbose ? affectedTexts(first.milderIn ?? [], Number.POSITIVE_INFINITY).shown : [];
  const witness = detail.examples ? witnessTexts(first) : undefined;
  const lines: readonly (readonly [string, string])[] = [
    ["and also", oneLine(properties.join(", "))],
    ["also in", oneLine(also.join(", "))],
    ["affects", oneLine(affects.join("; "))],
    ["milder", milder.join(", ")],
    ["example", witness ? `${witness.value} ${witness.meaning}` : ""],
    ...notes.map((note) => ["note", note] as const),
    ["why", options.groupBy === "operation" ? oneLine(first.why) : ""],
    ["rule", verbose ? `${first.ruleId} (${first.fingerprint})` : ""],
  ];
  return [
    `${indent}${paint("bold", oneLine(isUnderPlace ? row.short : row.sentence))}${where}`,
    ...lines
      .filter(([, text]) => text !== "")
      .map(([name, text]) => `${indent}  ${paint("dim", `${name} `.padEnd(8))}${text}`),
  ];
}

function totalOf(
  documents: ComparedDocuments,
  sections: readonly Section[],
  paint: Painter,
): string {
  const { changes } = documents;
  const status = statusOf(documents);
  return [
    changes.length === 0
      ? withoutChanges(documents, "No changes to show.")
      : `${sectionCounts(sections)}.`,
    ...(status.accepted !== "" ? [status.accepted] : []),
    ...(status.failing !== "" ? [paint("red", status.failing)] : []),
  ].join(" ");
}

function sharesPlace({ place }: Row, other: Row | undefined): boolean {
  return place !== undefined && place === other?.place;
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

function createPainter(colour: boolean): Painter {
  return (style, text) => (colour ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
}

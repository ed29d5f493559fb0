import type { Change } from "../changes/change.ts";
import { type RuleId, rules } from "../rules/rules.ts";
import { notesOf, witnessTexts } from "./describe-change.ts";
import { jsonText, type Writable } from "./json-text.ts";
import { oneLine } from "./one-line.ts";
import { joinPath, type Place, placeIn, placeText } from "./place.ts";
import type { ComparedDocuments, ReportOptions } from "./report.ts";
import { reportSeverity } from "./severity.ts";

const schema =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Formats changes as SARIF 2.1.0, which GitHub code scanning and many editors read. */
export function formatSarif(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  const used = comparisons.flatMap(({ changes }) => changes.map(({ ruleId }) => ruleId));
  const ids = [...new Set(used)].sort();
  const log: Writable = {
    $schema: schema,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "specwright diff",
            rules: ids.map(ruleJson),
          },
        },
        columnKind: "utf16CodeUnits",
        results: comparisons.flatMap((documents) =>
          documents.changes.map((change) =>
            resultJson(change, documents, ids.indexOf(change.ruleId), options),
          ),
        ),
      },
    ],
  };
  return `${jsonText(log, "  ")}\n`;
}

function ruleJson(id: RuleId): Writable {
  const { title, explanation, area } = rules[id];
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: explanation },
    help: { text: explanation, markdown: explanation },
    properties: { tags: ["api", area] },
  };
}

function resultJson(
  change: Change,
  documents: ComparedDocuments,
  ruleIndex: number,
  { folder = "" }: ReportOptions,
): Writable {
  const level = reportSeverity(change, documents);
  const before = placeIn("base", change, documents);
  const after = placeIn("revision", change, documents);
  const entry = documents.revision ?? documents.base;
  // A removed part has no position in the revision, so the location is the whole document.
  const location: Writable =
    after === undefined
      ? entry && { physicalLocation: { artifactLocation: { uri: uriOf(entry.path, folder) } } }
      : locationJson(after, folder);
  const acceptance = documents.accepted?.get(change.fingerprint);
  const witness = witnessTexts(change);
  const sentences = [
    oneLine(change.message),
    oneLine(change.why),
    ...(witness === undefined ? [] : [`Example: ${witness.value} ${witness.meaning}.`]),
    ...notesOf(change, documents).map((note) => `(${note})`),
    ...(before === undefined ? [] : [`Old place: ${oneLine(placeText(before))}.`]),
  ];
  return {
    ruleId: change.ruleId,
    ruleIndex,
    level,
    // SARIF requires the level "none" for results that are not failures.
    kind: level === "none" ? "informational" : "fail",
    message: { text: withoutLinks(sentences.join(" ")) },
    locations: location === undefined ? [] : [location],
    partialFingerprints: { "specwrightChange/v1": change.fingerprint },
    suppressions: acceptance && [
      { kind: "external", status: "accepted", justification: acceptance.reason },
    ],
    properties: {
      class: change.class,
      surface: change.surface,
      subject: `${change.subject.kind} ${change.subject.name}`,
      affects: change.affects.map(({ operation, part }) => `${operation}: ${part}`),
    },
  };
}

function locationJson({ path, line, column }: Place, folder: string): Writable {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(path, folder) },
      region: { startLine: line, startColumn: column },
    },
  };
}

/** Returns the path of a file as a relative URI reference (RFC 3986), from the root of the repository. */
function uriOf(path: string, folder: string): string {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) return path;
  const uri = joinPath(folder, path).split("/").map(encodeURIComponent).join("/");
  return uri.startsWith("/") ? `file://${uri}` : uri;
}

/** Escapes links, because a malicious document could contain links to any site. */
function withoutLinks(text: string): string {
  return text.replace(/\[(?=[^\]]*\]\()/g, "\\[");
}

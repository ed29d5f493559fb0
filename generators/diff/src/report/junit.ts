import type { Change } from "../changes/change.ts";
import { affectsText, notesOf, subjectText, witnessTexts } from "./describe-change.ts";
import { escapeMarkup } from "./escape-markup.ts";
import { documentName, joinPath, placeIn, placeText } from "./place.ts";
import {
  type ComparedDocuments,
  classTitles,
  type ReportOptions,
  reportedChanges,
} from "./report.ts";
import { plainSentence } from "./sentence-parts.ts";
import { reportSeverity } from "./severity.ts";
import { isVersionTooLow, versionSentence } from "./suggest-version.ts";

/**
 * Formats changes as JUnit XML, which GitLab and other tools show with the test results. Each document is a
 * suite, and each change is a test. A change that fails the check is a failed test; an accepted change is a
 * skipped test.
 */
export function formatJunit(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  const suites = comparisons.map((documents) => suiteOf(documents, options));
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="specwright diff"${testCounts(suites.flatMap(({ tests }) => tests))}>
${suites.map(suiteXml).join("\n")}
</testsuites>
`;
}

interface Test {
  readonly outcome: "passed" | "failure" | "skipped";
  readonly xml: string;
}

interface Suite {
  readonly name: string;
  readonly tests: readonly Test[];
}

function suiteOf(documents: ComparedDocuments, options: ReportOptions): Suite {
  const { base, revision } = documents;
  const entry = revision ?? base;
  const tests = reportedChanges(documents).map((change) => testOf(change, documents, options));
  const whole: Test[] = documents.checksVersion === true ? [versionTest(documents)] : [];
  const none: Test = { outcome: "passed", xml: printTestcase("Nothing changed", "diff", "") };
  return {
    name: entry === undefined ? "" : documentName(entry),
    tests: tests.length + whole.length === 0 ? [none] : [...tests, ...whole],
  };
}

function testOf(
  change: Change,
  documents: ComparedDocuments,
  { folder = "" }: ReportOptions,
): Test {
  const place = placeIn("revision", change, documents) ?? placeIn("base", change, documents);
  const message = plainSentence(change.message);
  const witness = witnessTexts(change);
  const lines = [
    subjectText(change.subject),
    plainSentence(change.why),
    ...(witness === undefined ? [] : [`Example: ${witness.value} ${witness.meaning}.`]),
    ...affectsText(change),
    ...notesOf(change, documents).map((note) => `(${note})`),
    ...(place === undefined ? [] : [placeText(place)]),
  ].map(escapeMarkup);
  const text = lines.join("\n");
  const acceptance = documents.accepted?.get(change.fingerprint);
  const outcome =
    reportSeverity(change, documents) === "error"
      ? "failure"
      : acceptance === undefined
        ? "passed"
        : "skipped";
  const content = {
    failure: `<failure type="${escapeMarkup(classTitles[change.class].heading)}" message="${escapeMarkup(message)}">${text}</failure>`,
    skipped: `<skipped message="${escapeMarkup(acceptance?.reason ?? "")}"/>`,
    passed: `<system-out>${text}</system-out>`,
  }[outcome];
  // Each test needs a unique name.
  const name = `${message} (${change.fingerprint})`;
  const file = place === undefined ? undefined : joinPath(folder, place.path);
  return { outcome, xml: printTestcase(name, change.ruleId, content, file) };
}

function versionTest(documents: ComparedDocuments): Test {
  const sentence = escapeMarkup(versionSentence(documents) ?? "");
  const isLow = isVersionTooLow(documents);
  const failure = `<failure type="version" message="${sentence}"/>`;
  return {
    outcome: isLow ? "failure" : "passed",
    xml: printTestcase(
      "The version is high enough for the changes",
      "version",
      isLow ? failure : "",
    ),
  };
}

function printTestcase(name: string, rule: string, content: string, file?: string): string {
  const where = file === undefined ? "" : ` file="${escapeMarkup(file)}"`;
  const start = `    <testcase classname="${escapeMarkup(rule)}" name="${escapeMarkup(name)}"${where}`;
  return content === "" ? `${start}/>` : `${start}>${content}</testcase>`;
}

function suiteXml({ name, tests }: Suite): string {
  return `  <testsuite name="${escapeMarkup(name)}"${testCounts(tests)}>
${tests.map(({ xml }) => xml).join("\n")}
  </testsuite>`;
}

function testCounts(tests: readonly Test[]): string {
  const count = (outcome: Test["outcome"]): number =>
    tests.filter((each) => each.outcome === outcome).length;
  return ` tests="${tests.length}" failures="${count("failure")}" skipped="${count("skipped")}" errors="0"`;
}

import type { ClauseResult } from "./clause.ts";
import type { ConformanceReport } from "./conformance-report.ts";

/** Formats a report as JUnit XML, which most CI services display. Each clause is a test case. */
export function formatJunit(
  { results, counts, durationMs, url }: ConformanceReport,
  contract: string = "streams contract",
): string {
  const all = writeAttributes({
    name: `${contract} at ${url}`,
    tests: results.length,
    failures: counts.fail,
    skipped: counts["not run"],
    time: formatSeconds(durationMs),
  });
  const cases = results.map(formatCase);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${all}>`,
    `  <testsuite${all}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function formatCase(result: ClauseResult): string {
  const { id, sentence, source, outcome, seen, durationMs } = result;
  const head = writeAttributes({
    classname: `section ${id.split(".").slice(0, -1).join(".")}`,
    name: `${id} ${sentence}`,
    time: formatSeconds(durationMs),
  });
  switch (outcome) {
    case "pass":
      return `    <testcase${head}/>`;
    case "fail": {
      const message = writeAttributes({ message: seen, type: `source ${source}` });
      return `    <testcase${head}><failure${message}/></testcase>`;
    }
    case "not run":
      return `    <testcase${head}><skipped${writeAttributes({ message: seen })}/></testcase>`;
    default:
      return outcome satisfies never;
  }
}

function formatSeconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

function writeAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
}

/** Escapes text for an attribute; characters that XML cannot contain become U+FFFD. */
function escapeXml(text: string): string {
  return [...text].map((character) => ESCAPES[character] ?? legalCharacter(character)).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

function legalCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < 0x20 || surrogate || code === 0xfffe || code === 0xffff ? "\u{fffd}" : character;
}

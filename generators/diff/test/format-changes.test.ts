import { type Change, formatChanges, type ReportFormat, reportFormats } from "@specwright/diff";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { sarifSchema } from "./sarif-schema.ts";

/** A text that would break out of its place in every format. */
const hostile =
  'Order\n::error::x\r\u001b[31m`<script>alert("1")</script>`**|@someone [a](https://b.example) %0A-->';

const place = { file: "api.yaml", pointer: "/paths", line: 12, column: 5 };
const removed: Change = {
  ruleId: "operation-removed",
  class: "breaking",
  surface: "wire",
  subject: { kind: "operation", name: "GET /orders" },
  base: place,
  affects: [],
  message: "GET /orders was removed.",
  why: "Clients that call it get an error.",
  fingerprint: "a5ca2345b936",
};
const added: Change = {
  ...removed,
  ruleId: "operation-added",
  class: "non-breaking",
  message: `${hostile} was added.`,
  why: hostile,
  subject: { kind: "operation", name: hostile },
  revision: { ...place, file: "../parts/b c.yaml", line: 3 },
  affects: Array.from({ length: 300 }, (_, index) => ({
    operation: `GET /${index}`,
    part: hostile,
    direction: "response",
  })),
  witness: { value: { id: 12345678901234567890n, name: hostile }, validIn: "revision" },
  fingerprint: "ccb9b1febaeb",
};

const options = {
  base: {
    path: "specs/api.yaml",
    origin: "git:main:",
    title: "Shop",
    version: "1.2.0",
    format: "x",
  },
  revision: { path: "specs/api.yaml", title: `Shop ${hostile}`, version: "1.2.1", format: "x" },
  accepted: new Map([["ccb9b1febaeb", { reason: hostile, until: "2027-01-01" }]]),
  failing: new Set(["a5ca2345b936"]),
};
const format = (name: ReportFormat, changes: readonly Change[] = [removed, added]): string =>
  formatChanges(changes, name, options);

describe("every format", () => {
  it.each(reportFormats)("%s names each change with its rule", (name) => {
    const text = format(name);
    for (const part of ["operation-removed", "operation-added", "GET /orders was removed."]) {
      expect(text).toContain(part);
    }
  });

  it.each(reportFormats)("%s keeps a hostile text in its place", (name) => {
    const text = format(name);
    expect(text).not.toContain("\u001b");
    expect(text).not.toContain("\r");
    expect(text.split("\n").filter((line) => line.startsWith("::error"))).toHaveLength(
      name === "github" ? 1 : 0,
    );
    if (name === "html") expect(text).not.toMatch(/<script/i);
    if (name === "markdown") {
      const prose = text.replaceAll(/(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
      expect(prose).not.toMatch(/[^\\]<script|@s|[^\\]\[a/);
    }
  });

  it.each(reportFormats)("%s has a text for no changes", (name) => {
    expect(format(name, []).length).toBeGreaterThan(5);
  });
});

describe("text", () => {
  const same: Change = {
    ...removed,
    affects: [{ operation: "GET /orders", part: "all", direction: "response" }],
  };
  it("is grouped by class and rule, with places, reasons and the version", () => {
    expect(format("text", [{ ...same, sunset: "2027-02-03" }]).split("\n")).toEqual([
      "git:main:specs/api.yaml -> specs/api.yaml",
      "",
      "1 change breaks clients: an operation was removed.",
      "  Clients that read: 1 change in GET /orders.",
      "    - stop using the removed operations: `GET /orders`",
      "  Generated code only: no changes.",
      "  The provider:",
      "    - fix or accept the changes that fail the check",
      "    - set info.version to 2.0.0 or higher",
      "",
      "Breaking (1)",
      "  operation-removed: Clients that call it get an error.",
      "    GET /orders was removed.  old line 12",
      "      note    sunset 2027-02-03",
      "",
      "1 change: 1 breaking. 1 change fails the check.",
      "The changes need version 2.0.0 or higher (major, after 1.2.0). info.version is 1.2.1, which is too low.",
      "",
    ]);
  });

  it("lists all affected parts, and the fingerprint, on request", () => {
    const wide: Change = { ...added, class: "breaking" };
    expect(format("text", [wide])).toContain("; and 297 more\n");
    const verbose = formatChanges([wide], "text", { ...options, verbose: true });
    expect(verbose).toContain("GET /299");
    expect(verbose).toContain("rule    operation-added (ccb9b1febaeb)");
  });

  it("shows the example with all digits, and what was agreed to", () => {
    expect(format("text")).toMatch(/example \{"id":12345678901234567890,.* is now valid/);
    expect(format("text")).toContain("note    accepted until 2027-01-01: Order ::error::x");
  });

  it("is coloured on request", () => {
    expect(formatChanges([removed], "text", { ...options, colour: true })).toContain("\u001b[31m");
  });
});

describe("json", () => {
  it("has both documents, the version and the places", () => {
    expect(JSON.parse(format("json", [removed]))).toEqual({
      reportVersion: 1,
      failed: true,
      counts: {
        breaking: 1,
        "potentially-breaking": 0,
        deprecation: 0,
        "non-breaking": 0,
        docs: 0,
      },
      documents: [
        {
          base: options.base,
          revision: options.revision,
          bump: { wire: "major", code: "major" },
          suggestedVersion: "2.0.0",
          versionReached: false,
          changes: [
            {
              ...removed,
              base: { path: "specs/api.yaml", pointer: "/paths", line: 12, column: 5 },
              fails: true,
            },
          ],
        },
      ],
    });
  });

  it("keeps integers of any size", () => {
    expect(format("json")).toContain('"id": 12345678901234567890');
  });
});

describe("names between backticks", () => {
  const quoting = { ...removed, message: "The operation `a*<b>` is `c`; it was `." };
  it.each([
    ["markdown", "**The operation `a*<b>` is `c`; it was \\`.**"],
    ["html", "<h3>The operation <code>a*&lt;b&gt;</code> is <code>c</code>; it was `.</h3>"],
    ["text", "The operation `a*<b>` is `c`; it was `.  old line 12\n"],
  ] as const)("are code in %s", (name, want) => {
    expect(format(name, [quoting])).toContain(want);
  });
});

describe("github", () => {
  it("annotates the revision, with encoded properties", () => {
    const [first, second] = formatChanges([removed, added], "github", {
      ...options,
      folder: "sub dir/",
    }).split("\n");
    expect(first).toBe(
      "::error file=sub dir/specs/api.yaml,title=Breaking%3A operation-removed::GET /orders was " +
        "removed. Clients that call it get an error. Old place: git:main:specs/api.yaml:12:5.",
    );
    expect(second).toMatch(/^::notice file=sub dir\/parts\/b c.yaml,line=3,col=5,title=[^:,]*::/);
    expect(second).toContain("%250A");
  });
});

describe("sarif", () => {
  it("has the structure of SARIF 2.1.0", () => {
    const validate = new Ajv({ strict: true, allErrors: true }).compile(sarifSchema);
    for (const changes of [[], [removed, added]]) {
      validate(JSON.parse(format("sarif", changes)));
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it("has fingerprints, encoded paths and accepted reasons", () => {
    const text = format("sarif");
    expect(text).toContain('"specwrightChange/v1": "a5ca2345b936"');
    expect(text).toContain('"uri": "parts/b%20c.yaml"');
    expect(text).toContain('"justification": "Order\\n::error::x');
    expect(text).toContain("\\\\[a](https://b.example)");
  });
});

describe("a document without a base", () => {
  it.each(["text", "markdown", "html"] as const)("is called the first version in %s", (format) => {
    const { base: _base, ...revisionOnly } = options;
    const report = formatChanges([], format, revisionOnly);
    expect(report).toContain("This is the first version: there is nothing to compare it with.");
    expect(report).not.toContain("nothing -");
    expect(report).not.toContain("→");
    expect(formatChanges([], format, options)).toContain("No changes");
  });
});

/** A change of each of some schemas. */
function changesOf(
  count: number,
  of: (index: number) => Partial<Change> & Pick<Change, "message">,
): readonly Change[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `Schema${index}`;
    const affects = [{ operation: `GET /${index}`, part: "response 200", direction: "response" }];
    const fingerprint = index.toString(16).padStart(12, "0");
    const subject = { kind: "schema", name } as const;
    return {
      ...removed,
      ruleId: "property-removed",
      subject,
      affects,
      fingerprint,
      ...of(index),
    } as Change;
  });
}

describe("31.13 a report is no longer than necessary", () => {
  const same = changesOf(12, (index) => ({
    message: `\`price\` of \`Schema${index}\` was removed.`,
  }));

  it("writes the same change of several subjects once", () => {
    expect(format("text", same).split("\n").slice(10, 15)).toEqual([
      "Breaking (12)",
      "  property-removed: Clients that call it get an error.",
      "    `price` of `Schema0` was removed.  old line 12",
      "      also in `Schema1`, `Schema2`, `Schema3`, `Schema4`, `Schema5`, `Schema6`, `Schema7`, `Schema8`, and 3 more",
      "      affects response 200 of GET /0, GET /1, GET /2; and 9 more",
    ]);
    const verbose = formatChanges(same, "text", { ...options, verbose: true });
    for (const { message } of same) expect(verbose).toContain(message);
  });

  it("counts changes of the documentation, unless nothing else changed", () => {
    const docs: Change = { ...added, class: "docs", message: "The title changed." };
    expect(format("text", [removed, docs])).toContain(
      "Documentation (1): use --verbose to list them.",
    );
    expect(format("text", [docs])).toContain("    The title changed.");
    expect(formatChanges([removed, docs], "text", { ...options, verbose: true })).toContain(
      "    The title changed.",
    );
  });

  it("lists failing changes first, whatever their class", () => {
    const docs: Change = { ...added, class: "docs", message: "The title changed." };
    const failing = new Set([docs.fingerprint]);
    for (const name of ["text", "markdown"] as const) {
      const report = formatChanges([removed, docs], name, { ...options, failing });
      expect(report).toContain("The title changed.");
      expect(report).toContain("1 change fails the check.");
    }
    const [first, last] = changesOf(2, (index) => ({ message: `Item ${index} was removed.` }));
    const both = [first, last].filter((each) => each !== undefined);
    const only = { ...options, failing: new Set([last?.fingerprint ?? ""]) };
    const report = formatChanges(both, "text", only);
    expect(report.indexOf("Item 1")).toBeLessThan(report.indexOf("Item 0"));
  });

  const many = changesOf(900, (index) => ({
    class: index % 3 === 0 ? "breaking" : "non-breaking",
    message: `Item ${index} was removed from \`Schema${index}\`: ${"a".repeat(200)}.`,
    witness: { value: "b".repeat(300), validIn: "base" },
  }));

  it("fits 300 lines, and prefers breaking changes", () => {
    const report = format("text", many);
    expect(report.split("\n").length).toBeLessThanOrEqual(300);
    expect(report).toMatch(/Breaking \(300\)(.|\n)*and \d+ more \(--verbose lists them\)/);
    expect(report).toContain("900 changes: 300 breaking, 600 not breaking.");
    const verbose = formatChanges(many, "text", { ...options, verbose: true });
    for (const { message } of many) expect(verbose).toContain(message);
  });

  it("fits a comment of GitHub", () => {
    const report = format("markdown", many);
    expect(report.length).toBeLessThanOrEqual(65_536);
    expect(report).toContain("Item 0 was removed");
  });

  it("is grouped by operation on request", () => {
    const changes = changesOf(2, (index) => ({ message: `Item ${index} was removed.` }));
    const report = formatChanges(changes, "text", { ...options, groupBy: "operation" });
    expect(report.split("\n").slice(11, 17)).toEqual([
      "  GET /0",
      "    Item 0 was removed.  old line 12",
      "      affects response 200 of GET /0",
      "      why     Clients that call it get an error.",
      "  GET /1",
      "    Item 1 was removed.  old line 12",
    ]);
  });

  it("separates breaks of generated code, unless they count", () => {
    const code = changesOf(1, () => ({ surface: "code", message: "The schema was removed." }));
    expect(format("text", code)).toContain("Breaking for generated code only (1)");
    const counted = formatChanges(code, "text", { ...options, surface: "code" });
    expect(counted).toContain("Breaking (1)");
    expect(counted).toContain("note    breaks generated code only");
  });
});

// The text of a generated changeset: the bumps, what changed, a comment for programs, and below a
// marker whatever a person wrote.

import { createHash } from "node:crypto";
import { changesComment } from "@specwright/changelog";
import {
  type Bump,
  bumps,
  type Change,
  type ComparedDocuments,
  changeClasses,
  classTitles,
  escapeMarkdown,
  markdownSentence,
} from "@specwright/diff";
import { parse } from "yaml";

/** A generated changeset, before anybody edited it. */
export interface GeneratedChangeset {
  /** Depends on the changes and bumps, so that the same changes have the same name. */
  readonly fileName: string;
  readonly bumps: ReadonlyMap<string, Bump>;
  readonly summary: string;
}

/** The content of a changeset in the folder. */
export interface WrittenChangeset {
  readonly bumps: ReadonlyMap<string, Bump>;
  /** What a person wrote below the marker. */
  readonly prose: string;
}

const marker =
  "<!-- specwright:end Above is what `specwright changeset` wrote. Write below; it is kept. -->";
const markerLine = /^<!-- specwright:end\b.*-->$/m;

/** The names of generated changesets: the name of the document, then the hash of the content. */
export const generatedName: RegExp = /^spec-(.+)-[0-9a-f]{12}\.md$/;

/** Creates the changeset of a document. */
export function generateChangeset(
  slug: string,
  documents: ComparedDocuments,
  packageBumps: ReadonlyMap<string, Bump>,
): GeneratedChangeset {
  const summary = summaryOf(documents);
  const hash = createHash("sha256")
    .update(frontMatter(packageBumps) + summary)
    .digest("hex");
  return { fileName: `spec-${slug}-${hash.slice(0, 12)}.md`, bumps: packageBumps, summary };
}

/** Writes a changeset with what a person wrote, which may be nothing. */
export function changesetText(
  { summary }: GeneratedChangeset,
  packageBumps: ReadonlyMap<string, Bump>,
  prose: string,
): string {
  const below = prose === "" ? "" : `\n${prose}\n`;
  return `---\n${frontMatter(packageBumps)}---\n\n${summary}\n\n${marker}\n${below}`;
}

/** Reads a changeset; `undefined` if it was not generated. */
export function readChangeset(text: string): WrittenChangeset | undefined {
  const end = markerLine.exec(text);
  if (end === null) return undefined;
  const [, front = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  return { bumps: readBumps(front), prose: text.slice(end.index + end[0].length).trim() };
}

function readBumps(front: string): ReadonlyMap<string, Bump> {
  let members: readonly (readonly [string, unknown])[] = [];
  try {
    members = Object.entries(Object(parse(front)));
  } catch {
    // Changesets says what is wrong; the file is written anew here.
  }
  const found = members.flatMap(([name, value]) => {
    const bump = bumps.find((each) => each === value);
    return bump === undefined ? [] : [[name, bump] as const];
  });
  return new Map(found);
}

function frontMatter(packageBumps: ReadonlyMap<string, Bump>): string {
  const names = [...packageBumps.keys()].sort();
  return names.map((name) => `${JSON.stringify(name)}: ${packageBumps.get(name)}\n`).join("");
}

const mostListed = 50;

function summaryOf({ base, revision, changes }: ComparedDocuments): string {
  const title = escapeMarkdown((revision ?? base)?.title ?? "API");
  const listed = changes.filter((change) => change.class !== "docs");
  const descriptions = changes.length - listed.length;
  const lines = listed.slice(0, mostListed).map((change) => `- ${changeText(change)}`);
  if (listed.length > mostListed) lines.push(`- And ${listed.length - mostListed} more changes.`);
  if (descriptions > 0) lines.push(`- ${plural(descriptions, "description")} changed.`);
  const [only = ""] = lines;
  const intro =
    lines.length === 1
      ? `${title}: ${only.slice(2)}`
      : `${introOf(title, changes)}\n\n${lines.join("\n")}`;
  return `${intro}\n\n${changesComment(changes)}`;
}

function introOf(title: string, changes: readonly Change[]): string {
  const counts = changeClasses.flatMap((each) => {
    const count = changes.filter((change) => change.class === each).length;
    return count === 0 ? [] : [`${count} ${classTitles[each].count}`];
  });
  return `${title} changed: ${counts.join(", ")}.`;
}

function changeText(change: Change): string {
  const label =
    change.class === "non-breaking" || change.class === "docs"
      ? ""
      : `**${change.class === "deprecation" ? "Deprecated" : classTitles[change.class].heading}:** `;
  const scope = change.surface === "code" && label !== "" ? " (Generated code only.)" : "";
  return `${label}${markdownSentence(change.message)} ${markdownSentence(change.why)}${scope}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

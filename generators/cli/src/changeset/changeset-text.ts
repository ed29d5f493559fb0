// The text of a generated changeset: version bumps, changes in words, a comment for programs, and a marker.
// People write their own text below the marker.

import { createHash } from "node:crypto";
import {
  type Bump,
  bumps,
  type Change,
  type ComparedDocuments,
  classTitles,
  countChanges,
  countsText,
  escapeMarkdown,
  markdownSentence,
} from "@specwright/diff";
import { changesComment } from "@specwright/diff/changelog";
import { parse } from "yaml";

/** A generated changeset before a person edits it. */
export interface GeneratedChangeset {
  /**
   * The file name contains hashes of the content, so the same changes and bumps result in the same name.
   */
  readonly fileName: string;
  readonly bumps: ReadonlyMap<string, Bump>;
  /** The changes in words, as Markdown. */
  readonly text: string;
  /** The comment that lists the changes for programs. */
  readonly comment: string;
}

/** A changeset that was read from the folder. */
export interface WrittenChangeset {
  readonly bumps: ReadonlyMap<string, Bump>;
  /** The text above the marker, without the comment. Empty if the front matter is invalid. */
  readonly text: string;
  /** The text that a person wrote below the marker. */
  readonly prose: string;
}

const marker =
  "<!-- specwright:end `specwright changeset` writes the lines above. Add yours below: they are kept. -->";
const markerLine = /^<!-- specwright:end\b.*-->$/m;
const commentLine = /^<!-- specwright:changes\b.*-->$/m;

/**
 * Matches the file names of generated changesets. The first hash is that of the text, the second that of
 * the whole content.
 */
export const generatedName: RegExp = /^spec-(.+)-([0-9a-f]{6})[0-9a-f]{6}\.md$/;

/** Creates the changeset of a document. */
export function generateChangeset(
  slug: string,
  documents: ComparedDocuments,
  packageBumps: ReadonlyMap<string, Bump>,
): GeneratedChangeset {
  const text = describeChanges(documents);
  const comment = changesComment(documents.changes);
  const hash = shortHash(text) + shortHash(frontMatter(packageBumps) + text + comment);
  return { fileName: `spec-${slug}-${hash}.md`, bumps: packageBumps, text, comment };
}

/** Reports whether a person edited the text of a generated changeset. */
export function isEdited(fileName: string, { text }: WrittenChangeset): boolean {
  return text !== "" && shortHash(text) !== generatedName.exec(fileName)?.[2];
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}

/**
 * Writes a changeset. `text` may have been edited by a person, and `prose` is the text below the marker.
 */
export function changesetText(
  { comment }: GeneratedChangeset,
  packageBumps: ReadonlyMap<string, Bump>,
  { text, prose }: { readonly text: string; readonly prose: string },
): string {
  const below = prose === "" ? "" : `\n${prose}\n`;
  return `---\n${frontMatter(packageBumps)}---\n\n${text}\n\n${comment}\n\n${marker}\n${below}`;
}

/**
 * Reads a generated changeset. If the marker is missing, everything below the comment counts as written by
 * a person. If the comment is missing too, the whole body is the text.
 */
export function readChangeset(content: string): WrittenChangeset {
  const [head = "", front = ""] = /^---\n(.*?)\n---\n/s.exec(content) ?? [];
  const body = content.slice(head.length);
  const end = markerLine.exec(body) ?? commentLine.exec(body);
  const above = end === null ? body : body.slice(0, end.index);
  return {
    bumps: readBumps(front),
    text: head === "" ? "" : above.replace(commentLine, "").trim(),
    prose: end === null ? "" : body.slice(end.index + end[0].length).trim(),
  };
}

/** Reports whether this command generated a changeset: it contains the marker or the comment. */
export function isGenerated(content: string): boolean {
  return markerLine.test(content) || commentLine.test(content);
}

function readBumps(front: string): ReadonlyMap<string, Bump> {
  let members: readonly (readonly [string, unknown])[] = [];
  try {
    members = Object.entries(Object(parse(front)));
  } catch {
    // The front matter is invalid. Changesets reports this, and this command writes the file again.
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

function describeChanges({ base, revision, changes }: ComparedDocuments): string {
  const title = escapeMarkdown((revision ?? base)?.title ?? "API");
  const listed = changes.filter((change) => change.class !== "docs");
  const descriptions = changes.length - listed.length;
  const lines = listed.slice(0, mostListed).map((change) => `- ${changeText(change)}`);
  if (listed.length > mostListed) lines.push(`- And ${listed.length - mostListed} more changes.`);
  if (descriptions > 0) lines.push(`- ${formatPlural(descriptions, "description")} changed.`);
  const [only = ""] = lines;
  return lines.length === 1
    ? `${title}: ${only.slice(2)}`
    : `${title}: ${countsText(countChanges(changes))}.\n\n${lines.join("\n")}`;
}

function changeText(change: Change): string {
  const label =
    change.class === "non-breaking" || change.class === "docs"
      ? ""
      : `**${change.class === "deprecation" ? "Deprecated" : classTitles[change.class].heading}:** `;
  const scope = change.surface === "code" && label !== "" ? " (Generated code only.)" : "";
  return `${label}${markdownSentence(change.message)} ${markdownSentence(change.why)}${scope}`;
}

function formatPlural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Shows both documents side by side at the position of a change. Marks the lines that differ.

import type { Change } from "@specwright/diff";
import { cleanText } from "@specwright/diff/changelog/text";
import { type Html, html } from "../html/html.ts";
import { documentPath } from "../paths/document-path.ts";
import { plainText } from "../text/plain-text.ts";
import type { ChangeLinks, ComparedVersions, NamedVersion } from "./compared-versions.ts";
import { enclosingLine, type SourceExcerpt, sourceExcerpt } from "./source-excerpt.ts";
import { comparedParts } from "./text-sides.ts";

/** The id of the part of a page that shows the documents. */
export const documentsAnchor = "documents";

/** A line of a document. The page marks a line that only one document has. */
interface Line {
  readonly number: number;
  readonly text: string;
  readonly isMarked: boolean;
}

interface Side {
  readonly version: NamedVersion;
  readonly excerpt: SourceExcerpt;
  readonly lines: readonly Line[];
}

interface Sides {
  readonly before: Side | undefined;
  readonly after: Side | undefined;
  /**
   * Whether lines differ (`lines`), all lines are equal (`same`), or the lines cannot be compared (`none`).
   */
  readonly marks: "lines" | "same" | "none";
}

/** Reports whether the page of a change shows a document. */
export function hasDocuments(change: Change, { base, revision }: ComparedVersions): boolean {
  const isThere = (place: Change["base"], version: NamedVersion | undefined): boolean =>
    place !== undefined && version?.source !== undefined;
  return isThere(change.base, base) || isThere(change.revision, revision);
}

/** Writes both documents at the position of a change, side by side. */
export function documentSidesHtml(
  change: Change,
  versions: ComparedVersions,
  links: ChangeLinks,
): Html {
  if (!hasDocuments(change, versions)) return html``;
  const { before, after, marks } = readSides(change, versions);
  const found = [before, after].some((each) => each !== undefined);
  return html`<h2 id="${documentsAnchor}">In the documents</h2>
${found ? html`<p class="note">${sidesLegend(versions, marks)}</p>\n` : html`<p class="note">The documents of these versions are not stored.</p>\n`}<div class="sides sources">
${sideHtml("Before", "−", before, links)}${sideHtml("After", "+", after, links)}</div>
`;
}

/** Writes both documents at the position of a change as a diff. */
export function documentSidesMarkdown(change: Change, versions: ComparedVersions): string {
  if (!hasDocuments(change, versions)) return "";
  const { before, after, marks } = readSides(change, versions);
  if (marks === "none") return "";
  const parts = comparedParts(linesOf(before?.excerpt), linesOf(after?.excerpt));
  const signs = { before: "-", after: "+", both: " " } as const;
  const lines = parts.flatMap(({ side, text }) =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => `${signs[side]}${line}\n`),
  );
  if (lines.length === 0) return "";
  const text = cleanText(lines.join(""));
  const fence = "`".repeat(
    Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)),
  );
  return `## In the documents\n\n${fence}diff\n${text}${fence}`;
}

function sidesLegend({ base, revision }: ComparedVersions, marks: Sides["marks"]): string {
  if (marks === "none") return "Each side shows the document at the place of the change.";
  if (marks === "same") {
    return "These lines are the same in both documents. The change is in a part that they refer to.";
  }
  const [older, newer] = [base?.name ?? "the previous version", revision.name];
  return older === newer
    ? "Lines with − were removed, and lines with + were added."
    : `Lines with − are only in ${older}, and lines with + only in ${newer}.`;
}

function readSides(change: Change, versions: ComparedVersions): Sides {
  const { base, revision } = versions;
  const [old, revised] = alignedPlaces(change, versions);
  const before = sourceLines(old, base);
  const after = sourceLines(revised, revision);
  const isOneInOther = before !== undefined && after !== undefined && isInside(old, revised);
  const parts = isOneInOther
    ? []
    : comparedParts(linesOf(before?.excerpt), linesOf(after?.excerpt));
  const isBoth = before !== undefined && after !== undefined;
  const side = (found: typeof before, own: "before" | "after"): Side | undefined => {
    if (found === undefined) return undefined;
    const { first, lines } = found.excerpt;
    const marked = parts
      .filter((part) => part.side === "both" || part.side === own)
      .flatMap((part) =>
        part.text
          .split("\n")
          .slice(0, -1)
          .map(() => part.side === own),
      );
    return {
      ...found,
      lines: lines.map((text, at) => ({
        text,
        number: first + at,
        isMarked: marked[at] ?? false,
      })),
    };
  };
  return {
    before: side(before, "before"),
    after: side(after, "after"),
    marks: isOneInOther
      ? "none"
      : isBoth && parts.every((part) => part.side === "both")
        ? "same"
        : "lines",
  };
}

type Place = NonNullable<Change["base"]>;

/**
 * Returns the positions of a change in both documents. If one position is inside the other, returns the
 * outer position for both documents.
 */
function alignedPlaces(
  { base: old, revision: revised }: Change,
  { base, revision }: ComparedVersions,
): readonly [Place | undefined, Place | undefined] {
  if (!isInside(old, revised)) return [old, revised];
  const isOldOuter = (old?.pointer.length ?? 0) < (revised?.pointer.length ?? 0);
  const [outer, inner] = isOldOuter ? [old, revised] : [revised, old];
  const [around, inside] = isOldOuter ? [base, revision] : [revision, base];
  const first = outer && around?.source?.(outer.file)?.lines[outer.line - 1];
  const lines = inner && inside?.source?.(inner.file)?.lines;
  const line = first && lines && enclosingLine(lines, inner.line, first);
  if (line === undefined || outer === undefined || inner === undefined) return [old, revised];
  const found: Place = { ...inner, line: Number(line), column: 1, pointer: outer.pointer };
  return isOldOuter ? [outer, found] : [found, outer];
}

function isInside(one: Place | undefined, other: Place | undefined): boolean {
  if (one === undefined || other === undefined || one.pointer === other.pointer) return false;
  return (
    `${one.pointer}/`.startsWith(`${other.pointer}/`) ||
    `${other.pointer}/`.startsWith(`${one.pointer}/`)
  );
}

function sourceLines(
  place: Place | undefined,
  version: NamedVersion | undefined,
): Pick<Side, "version" | "excerpt"> | undefined {
  const source = place && version?.source?.(place.file);
  const excerpt = source && place && sourceExcerpt(source, place);
  return excerpt && version && { version, excerpt };
}

function linesOf(excerpt: SourceExcerpt | undefined): readonly string[] {
  return excerpt?.lines.map((line) => `${line}\n`) ?? [];
}

/**
 * Longer runs of unchanged lines are folded. Only `keptLines` lines at each side of the fold stay visible.
 */
const maxUnfolded = 10;
const keptLines = 3;

function sideHtml(title: string, sign: string, side: Side | undefined, links: ChangeLinks): Html {
  if (side === undefined) {
    return html`<section class="side-text">
<h3>${title}</h3>
<p class="quiet">This part does not exist here.</p>
</section>
`;
  }
  const { version, excerpt, lines } = side;
  const { path, first, before, after, hidden } = excerpt;
  const document = links.inInterface(version.folder + documentPath(path));
  const around = (some: readonly string[], start: number): readonly Line[] =>
    some.map((text, at) => ({ text, number: start + at, isMarked: false }));
  const all = [
    ...around(before, first - before.length),
    ...lines,
    ...around(after, first + lines.length),
  ];
  return html`<section class="side-text">
<h3>${title} <span class="quiet">${version.name}</span></h3>
<p><a href="${document}">${plainText(path)}</a></p>
${foldedRuns(all).map((run) => runHtml(run, { title, sign }))}${
  hidden > 0 && html`<p class="quiet">${countOf(hidden, "more line")} in the document.</p>\n`
}</section>
`;
}

interface Run {
  readonly lines: readonly Line[];
  readonly isFolded: boolean;
}

/** Divides lines into visible runs and folded runs. */
function foldedRuns(lines: readonly Line[]): readonly Run[] {
  const runs: Run[] = [];
  let shown: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && lines[end]?.isMarked === false) end += 1;
    if (end - at > maxUnfolded) {
      runs.push({ lines: [...shown, ...lines.slice(at, at + keptLines)], isFolded: false });
      runs.push({ lines: lines.slice(at + keptLines, end - keptLines), isFolded: true });
      shown = lines.slice(end - keptLines, end);
    } else {
      shown.push(...lines.slice(at, end));
    }
    while (end < lines.length && lines[end]?.isMarked === true)
      shown.push(...lines.slice(end, ++end));
    at = end;
  }
  return [...runs, { lines: shown, isFolded: false }].filter((run) => run.lines.length > 0);
}

function runHtml(
  { lines, isFolded }: Run,
  { title, sign }: { readonly title: string; readonly sign: string },
): Html {
  const [from, to] = [lines[0]?.number, lines.at(-1)?.number];
  const label = `${title}, lines ${from} to ${to}`;
  const block = html`<pre tabindex="0" role="region" aria-label="${label}"><code>${lines.map((line) => lineHtml(line, sign))}</code></pre>
`;
  if (!isFolded) return block;
  return html`<details class="nested"><summary>${countOf(lines.length, "unchanged line")}</summary>
${block}</details>
`;
}

function lineHtml({ number, text, isMarked }: Line, sign: string): Html {
  const content = cleanText(text);
  const start = html`<span class="line-number">${number}</span>`;
  if (!isMarked) return html`<span>${start}  ${content}\n</span>`;
  return sign === "+"
    ? html`<ins>${start}+ <span class="unseen">added: </span>${content}\n</ins>`
    : html`<del>${start}− <span class="unseen">removed: </span>${content}\n</del>`;
}

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

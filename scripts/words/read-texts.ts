// The texts of a file that people read: comments and strings of code, prose of pages, and
// descriptions of documents.

import { parseSync, Visitor } from "oxc-parser";

/** A text, and where it begins. */
export interface ReadText {
  readonly kind: "comment" | "string" | "prose";
  /** The line, from 1. */
  readonly line: number;
  readonly text: string;
  /** The name that is declared after a comment. */
  readonly declares?: string;
}

/** Reads the texts of a file. */
export function readTexts(path: string, text: string): readonly ReadText[] {
  if (path.endsWith(".ts") || path.endsWith(".tsx")) return codeTexts(path, text);
  return path.endsWith(".md") ? proseTexts(text) : yamlTexts(text);
}

function codeTexts(path: string, text: string): readonly ReadText[] {
  const { program, comments } = parseSync(path, text);
  const lineAt = lineFinder(text);
  const found: ReadText[] = [];
  const seen = comments.filter(({ value }) => !/^\s*(?:biome-ignore|@ts-|eslint-)/.test(value));
  for (let index = 0; index < seen.length; index += 1) {
    const first = seen[index];
    if (first === undefined) continue;
    let { value, end } = first;
    // Lines of one comment are one text.
    for (let next = seen[index + 1]; next !== undefined; next = seen[index + 1]) {
      if (first.type !== "Line" || next.type !== "Line") break;
      if (!/^\r?\n[ \t]*$/.test(text.slice(end, next.start))) break;
      value += `\n${next.value}`;
      end = next.end;
      index += 1;
    }
    const declares = declared.exec(text.slice(end, end + 200))?.[1];
    found.push({
      kind: "comment",
      line: lineAt(first.start),
      text: plainComment(value),
      ...(declares !== undefined && { declares }),
    });
  }
  const addText = (start: number, value: string): void => {
    if (/[a-z] [a-z]/i.test(value))
      found.push({ kind: "string", line: lineAt(start), text: value });
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === "string") addText(node.start, node.value);
    },
    TemplateElement(node) {
      addText(node.start, node.value.cooked ?? "");
    },
  }).visit(program);
  return found;
}

const declared =
  /^\s*(?:export\s+)?(?:declare\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:readonly\s+|static\s+|private\s+)*(?:function\*?|const|let|class|interface|type|get|set)?\s*#?(\w+)/;

/** Returns a comment without its stars, and without code and tags. */
function plainComment(value: string): string {
  return value
    .replace(/^\*/, "")
    .replace(/^[ \t]*\*? ?/gm, "")
    .replace(/```[\s\S]*?```/g, "")
    .replace(/^@example[\s\S]*/m, "")
    .trim();
}

function proseTexts(text: string): readonly ReadText[] {
  const found: ReadText[] = [];
  let open: string | undefined;
  let paragraph: { line: number; parts: string[] } | undefined;
  const endParagraph = (): void => {
    if (paragraph === undefined) return;
    found.push({ kind: "prose", line: paragraph.line, text: paragraph.parts.join(" ") });
    paragraph = undefined;
  };
  text.split("\n").forEach((written, index) => {
    const fence = /^\s*(```|~~~|<!--)/.exec(written)?.[1];
    if (open !== undefined) {
      if (written.includes(open)) open = undefined;
      return;
    }
    if (fence !== undefined) {
      endParagraph();
      if (fence !== "<!--" || !written.includes("-->")) open = fence === "<!--" ? "-->" : fence;
      return;
    }
    const line = written.trim();
    const starts = /^(?:[-*] |\d+\. |#+ |> ?)/.exec(line)?.[0];
    if (line === "" || line.startsWith("|") || starts !== undefined) endParagraph();
    if (line === "") return;
    const cells = line.startsWith("|") ? line.split("|") : undefined;
    for (const cell of cells ?? []) {
      if (cell.trim() !== "") found.push({ kind: "prose", line: index + 1, text: cell.trim() });
    }
    if (cells !== undefined) return;
    paragraph ??= { line: index + 1, parts: [] };
    paragraph.parts.push(line.slice(starts?.length ?? 0));
  });
  endParagraph();
  return found;
}

/** Reads the comments and the longer texts of YAML, line by line. */
function yamlTexts(text: string): readonly ReadText[] {
  return text.split("\n").flatMap((written, index): ReadText[] => {
    const [, comment, value] =
      /^\s*(?:#\s*(.*)|(?:- )?(?:[\w-]+: )?["'>|-]*\s*(.* .*))$/.exec(written) ?? [];
    const found = comment ?? value;
    return found === undefined ? [] : [{ kind: "prose", line: index + 1, text: found }];
  });
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

// Functions that are written twice.

import ts from "typescript";
import { handWrittenSources, type Repository, type RepositoryFile } from "./repository.ts";

/** A function body that two or more files contain. */
export interface DuplicatedBody {
  readonly lines: number;
  /** The places, such as `apps/a/src/b.ts:12 readToken`. */
  readonly places: readonly string[];
}

interface FoundBody {
  readonly path: string;
  readonly line: number;
  /** The name of the function; empty without one. */
  readonly name: string;
  /** The code without comments and with one space between tokens. */
  readonly text: string;
  /** The lines of the body with its braces, without empty lines and comments. */
  readonly lines: number;
  readonly isAtTop: boolean;
}

/** Returns the tokens of a body, and the number of their lines. */
function readTokens(file: RepositoryFile, body: ts.Node): { text: string; lines: number } {
  const tokens: string[] = [];
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file.tree);
    if (children.length > 0) {
      for (const child of children) visit(child);
      return;
    }
    if (ts.isJSDoc(node)) return;
    const start = node.getStart(file.tree);
    if (node.end === start) return;
    tokens.push(file.text.slice(start, node.end));
    const first = file.tree.getLineAndCharacterOfPosition(start).line;
    const last = file.tree.getLineAndCharacterOfPosition(node.end).line;
    for (let line = first; line <= last; line += 1) lines.add(line);
  };
  visit(body);
  return { text: tokens.join(" "), lines: lines.size };
}

function functionName(node: ts.Node, parent: ts.Node): string {
  if (ts.isFunctionLike(node) && node.name !== undefined) {
    return ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name) ? node.name.text : "";
  }
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : "";
}

function findBodies(file: RepositoryFile): readonly FoundBody[] {
  const found: FoundBody[] = [];
  const visit = (node: ts.Node, parent: ts.Node, depth: number): void => {
    const body =
      ts.isFunctionLike(node) && "body" in node ? (node.body as ts.Node | undefined) : undefined;
    if (body !== undefined) {
      const { text, lines } = readTokens(file, body);
      found.push({
        path: file.path,
        line: file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1,
        name: functionName(node, parent),
        text,
        lines,
        isAtTop: depth === 0,
      });
    }
    ts.forEachChild(node, (child) => visit(child, node, body === undefined ? depth : depth + 1));
  };
  visit(file.tree, file.tree, 0);
  return found;
}

function groupBodies(
  bodies: readonly FoundBody[],
  keyOf: (body: FoundBody) => string,
): readonly DuplicatedBody[] {
  const groups = Map.groupBy(bodies, keyOf);
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ path }) => path)).size > 1)
    .map((group) => ({
      lines: group[0]?.lines ?? 0,
      places: group.map(({ path, line, name }) => `${path}:${line} ${name}`.trimEnd()),
    }))
    .toSorted((a, b) => b.lines - a.lines || b.places.length - a.places.length);
}

/** Duplicates: long bodies under any name, and short ones under the same name. */
export interface Duplicates {
  readonly long: readonly DuplicatedBody[];
  readonly short: readonly DuplicatedBody[];
}

/** Finds function bodies that occur in two files; ignores comments and layout. */
export function findDuplicates(repository: Repository, leastLines = 5): Duplicates {
  const bodies = handWrittenSources(repository).flatMap(findBodies);
  const isLong = ({ lines }: FoundBody): boolean => lines >= leastLines;
  const named = bodies.filter(
    (body) => body.isAtTop && body.name !== "" && body.name !== "constructor" && !isLong(body),
  );
  return {
    long: groupBodies(bodies.filter(isLong), ({ text }) => text),
    short: groupBodies(named, ({ name, text }) => `${name} ${text}`),
  };
}

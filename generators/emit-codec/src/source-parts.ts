// Sources that are written once and copied into generated modules, each module getting the
// declarations it uses. V8 inlines calls and folds constants within a module only.

import { readFileSync } from "node:fs";

/** Is what a module needs of the sources. */
export interface SourceParts {
  /** Statements, in the order of the sources. */
  readonly statements: readonly string[];
  /** What these import from the run time. */
  readonly imports: readonly string[];
}

/** Is a set of sources. */
export interface Sources {
  /** Everything that they declare or import: names that a module cannot use otherwise. */
  readonly names: ReadonlySet<string>;
  /** Picks the declarations that statements use, and those that these use. */
  parts(statements: readonly string[]): SourceParts;
}

interface Declaration {
  readonly text: string;
  readonly names: readonly string[];
  readonly uses: ReadonlySet<string>;
}

/** Reads sources below `src/stream`. Their declarations are apart by blank lines; what they `declare` is imported. */
export function readSources(paths: readonly string[]): Sources {
  // From the `src` of this package and from its `dist` alike.
  const texts = paths.map((path) =>
    readFileSync(new URL(`../src/stream/${path}`, import.meta.url), "utf8"),
  );
  const declarations = texts.flatMap(takeApart);
  const imported = texts.flatMap(importedNames);
  return {
    names: new Set([...declarations.flatMap(({ names }) => names), ...imported]),
    parts: (statements) => {
      const wanted = new Set<Declaration>();
      const want = (words: ReadonlySet<string>): void => {
        for (const declaration of declarations) {
          if (wanted.has(declaration)) continue;
          if (!declaration.names.some((name) => words.has(name))) continue;
          wanted.add(declaration);
          want(declaration.uses);
        }
      };
      // One by one: what looks like the start of a comment in a regular expression ends with it.
      for (const statement of statements) want(wordsOf(statement));
      const used = declarations.filter((declaration) => wanted.has(declaration));
      const words = new Set(used.flatMap(({ uses }) => [...uses]));
      return {
        statements: used.map((declaration) => declaration.text),
        imports: imported.filter((name) => words.has(name)),
      };
    },
  };
}

function takeApart(source: string): Declaration[] {
  const [, ...blocks] = source.trimEnd().split(/\n\n(?=\S)/);
  return blocks
    .filter((block) => !/^(?:declare |import |\/\/ )/.test(block))
    .map((block) => {
      const names = [
        ...block.matchAll(/^(?:export )?(?:const|let|function|interface) (\w+)/gm),
      ].flatMap(([, name]) => name ?? []);
      return { text: block.replace(/^export /gm, ""), names, uses: wordsOf(block) };
    });
}

function importedNames(source: string): readonly string[] {
  return [...source.matchAll(/^declare function (\w+)/gm)].flatMap(([, name]) => name ?? []);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.replace(/\/\/.*|\/\*[\s\S]*?\*\/|"[^"\n]*"/g, "").match(/\b[A-Za-z_]\w*/g));
}

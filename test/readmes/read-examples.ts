// The examples in a README or another page: its `ts` blocks. `read-blocks.ts` says how they are marked.

import { readBlocks } from "./read-blocks.ts";

export interface Example {
  /** The name of the module: the file name, or the line of the block. */
  readonly name: string;
  readonly line: number;
  /** A TypeScript module: the block with the hidden code around it. */
  readonly code: string;
  readonly isRun: boolean;
  /** The extension of the module: `ts`, or `tsx`, which is only compiled. */
  readonly extension: string;
}

const unread = /^(?:output$|not checked|examples\/)/;

/** Returns the examples in a page. */
export function readExamples(page: string): readonly Example[] {
  return readBlocks(page)
    .filter(({ language, mark }) => /^tsx?$/.test(language) && !unread.test(mark))
    .map(({ line, language, text, mark, before, after }) => ({
      name: /^file (\S+)\.ts$/.exec(mark)?.[1] ?? String(line),
      line,
      code: `${before}${text}${after}export {};\n`,
      isRun: language === "ts" && mark !== "only compiled",
      extension: language,
    }));
}

/** Returns the blocks of a page that quote files of the repository, by path. */
export function readQuotedFiles(page: string): readonly (readonly [path: string, text: string])[] {
  return readBlocks(page)
    .filter(({ mark }) => mark.startsWith("examples/"))
    .map(({ mark, text }) => [mark, text]);
}

/** A statement with its expected value or error in a comment: `add(1, 2); // 3`. */
const EXPECTATION = /^(?!(?:const|let|import|export|for|if|return|\/\/)\b)(\S.*);\s*\/\/ (.+)$/gm;
const LITERAL = /^(?:"[^"]*"|'[^']*'|-?\d[\d_]*n?|true|false|undefined)(?=$|[\s:;,.])/;

/** Returns the code with its comments about values and errors as assertions. */
export function withAssertions(code: string): string {
  const asserted = code.replaceAll(EXPECTATION, (line, expression: string, comment: string) => {
    const [, error] = /^throws (\w+)/.exec(comment) ?? [];
    if (error !== undefined) {
      return `await assert.rejects(async () => ${expression}, { name: "${error}" });`;
    }
    const value = /^[{[]/.test(comment) ? comment : LITERAL.exec(comment)?.[0];
    return value === undefined ? line : `assert.deepStrictEqual(${expression}, ${value});`;
  });
  return `import assert from "node:assert/strict";\n${asserted}`;
}

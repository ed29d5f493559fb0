// The examples in a README: its `ts` blocks. An HTML comment right before a block, which readers do
// not see, can hold code that the example needs:
//
//   <!-- before the example
//   const token = "secret";
//   -->
//
// `<!-- only compiled` instead marks an example that needs a server and is therefore not run, and
// `<!-- output -->` a block that shows generated code. `<!-- examples/shop/src/server.ts -->` marks a
// block that is a file of the repository, of which other tests see that it works.

/** An example in a README. */
export interface Example {
  /** The line of the block in the README. */
  readonly line: number;
  /** A TypeScript module: the hidden code and the block. */
  readonly code: string;
  readonly isRun: boolean;
}

const BLOCK =
  /(?:<!-- (before the example|only compiled|output|examples\/\S+)(?: -->|\n([\s\S]*?)-->)\s*)?^```ts\n([\s\S]*?)^```/gm;

/** Returns the examples in a README. */
export function readExamples(readme: string): readonly Example[] {
  return [...readme.matchAll(BLOCK)].flatMap(
    ({ 0: all, 1: kind, 2: before = "", 3: block, index }) => {
      if (kind === "output" || kind?.startsWith("examples/")) return [];
      const at = index + all.indexOf("```ts\n");
      const line = readme.slice(0, at).split("\n").length;
      return { line, code: `${before}${block}export {};\n`, isRun: kind !== "only compiled" };
    },
  );
}

const QUOTED = /<!-- (examples\/\S+) -->\s*```\w+\n([\s\S]*?)^```/gm;

/** Returns the blocks of a page that are files of the repository, by their paths. */
export function readQuotedFiles(page: string): readonly (readonly [path: string, text: string])[] {
  return [...page.matchAll(QUOTED)].map(([, path = "", text = ""]) => [path, text]);
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

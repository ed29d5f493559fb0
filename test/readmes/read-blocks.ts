// The blocks of a page in Markdown. An HTML comment right before a block, which readers do not see,
// says how the block is checked, or holds code that it needs:
//
//   <!-- before the example
//   const token = "secret";
//   -->
//
// `<!-- only compiled` marks an example that needs a server and is therefore not run, and
// `<!-- only parsed -->` commands that are not run: the shell reads them, and `specwright` has their
// flags. `<!-- output -->` marks what a command writes, and `<!-- not checked: reason -->` what no test
// can look at. `<!-- examples/shop/src/server.ts -->` marks a block that is a file of the repository,
// which other tests run. `<!-- document -->` marks the document from which `./gen/`
// of the examples of a page is generated, and `<!-- file handlers.ts -->` one that others import. A comment after a block is run after it:
//
//   <!-- after the example
//   await server.close();
//   -->

export interface Block {
  /** The number of its line in the page. */
  readonly line: number;
  /** The language of the block; empty if it has none. */
  readonly language: string;
  readonly text: string;
  /** The text of the comment before the block: `only compiled`, `output` or the path of a file. */
  readonly mark: string;
  /** The hidden code before and after the block. */
  readonly before: string;
  readonly after: string;
}

const MARK = [
  "before the example",
  "only compiled",
  "only parsed",
  "output",
  "document",
  "file \\S+",
  "not checked: [^\\n]+?",
  "checked by test/\\S+",
  "examples/\\S+",
].join("|");
const COMMENT = `(?:<!-- (?<mark>${MARK})(?: -->|\\n(?<before>[\\s\\S]*?)-->)\\s*)?`;
const FENCE = "^(?<indent> *)(?<fence>`{3,})(?<language>\\w*)\\n(?<text>[\\s\\S]*?)^ *\\k<fence>$";
const AFTER = "(?:\\s*<!-- after the example\\n(?<after>[\\s\\S]*?)-->)?";
const BLOCK = new RegExp(COMMENT + FENCE + AFTER, "gm");

/** Returns the blocks of a page. */
export function readBlocks(page: string): readonly Block[] {
  return [...page.matchAll(BLOCK)].map(({ 0: all, index, groups = {} }) => {
    const { indent = "", fence = "", language = "", text = "" } = groups;
    const { mark = "", before = "", after = "" } = groups;
    const at = index + all.search(new RegExp(`^ *${fence}`, "m"));
    return {
      line: page.slice(0, at).split("\n").length,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      ...{ mark, before, after },
    };
  });
}

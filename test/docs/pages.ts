// The pages of `docs/`, and the documents from which the code of their examples is generated.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, readBlocks } from "../readmes/read-blocks.ts";

export const root: string = join(import.meta.dirname, "../..");

export interface Page {
  /** The path below `docs/`, without `.md`. */
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Returns all pages of `docs/`. */
export function readPages(): readonly Page[] {
  return globSync("docs/**/*.md", { cwd: root })
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return { name: file.slice("docs/".length, -".md".length), text, blocks: readBlocks(text) };
    });
}

/** A document with the name of its file. */
export interface PageDocument {
  readonly name: "openapi.yaml" | "asyncapi.yaml";
  readonly text: string;
}

/**
 * Returns the document of a page: its block with the mark `document`, or the file in its comment `<!--
 * document: examples/chat/asyncapi.yaml -->`. Other pages use the shop's document.
 */
export function documentOf({ text, blocks }: Page): PageDocument {
  const [, file = "examples/shop/openapi.yaml"] = /^<!-- document: (\S+) -->$/m.exec(text) ?? [];
  const own = blocks.find(({ mark }) => mark === "document")?.text;
  const document = own ?? readFileSync(join(root, file), "utf8");
  return {
    name: /^asyncapi:/m.test(document) ? "asyncapi.yaml" : "openapi.yaml",
    text: document,
  };
}

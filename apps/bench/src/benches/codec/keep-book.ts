// From the texts of book diffs to a book: with the objects a codec makes in between, or without.

import {
  type BookDiffReader,
  type BookLevels,
  fuseApplyDiff,
  OrderBook,
} from "@specwright/order-book";
import type { Candidate } from "../../paired-ratio.ts";
import { writeFrames } from "./forms.ts";
import { drawOneBook } from "./frames.ts";
import { loadOurs, specifierOf } from "./ours.ts";
import { overInputs } from "./over-inputs.ts";

/** Is a candidate and what it is compared with. */
export interface Pair {
  readonly baseline: Candidate;
  readonly candidate: Candidate;
}

/** Pairs keeping a book with `JSON.parse` of the same texts, which keeps none. */
export async function prepareBook(candidate: "objects" | "fused"): Promise<Pair> {
  const frames = drawOneBook();
  const texts = writeFrames(frames, "compact").map(({ text }) => text);
  const wanted = new OrderBook();
  for (const frame of frames) wanted.applyDiff(frame);
  const book = new OrderBook();
  const apply = candidate === "fused" ? await loadFused(book) : await loadObjects(book);
  for (const text of texts) apply(text);
  if (!book.equals(wanted)) throw new Error("keeps another book");
  return {
    baseline: overInputs("JSON.parse", texts, (text) => JSON.parse(text)),
    candidate: overInputs(candidate, texts, apply),
  };
}

type Apply = (text: string) => unknown;

async function loadObjects(book: OrderBook): Promise<Apply> {
  const codec = await loadOurs("stream", "BookDiffFrame");
  return (text) => book.applyDiff(codec.decode(text) as BookLevels);
}

/** Rejects when no export of the stream tier reads diffs into columns. */
async function loadFused(book: OrderBook): Promise<Apply> {
  const module = (await import(specifierOf("stream"))) as Readonly<Record<string, object>>;
  const reader = Object.entries(module).find(
    ([name, value]) => name.includes("BookDiff") && "readColumns" in value,
  )?.[1] as Partial<BookDiffReader> | undefined;
  const codec = await loadOurs("stream", "BookDiffFrame");
  const readColumns = reader?.readColumns?.bind(reader);
  if (readColumns === undefined) throw new TypeError("No export has readColumns.");
  const decode = (frame: string | Uint8Array) =>
    codec.decode(frame) as ReturnType<BookDiffReader["decode"]>;
  const applyFrame = fuseApplyDiff({ readColumns, decode });
  const choose = (): OrderBook => book;
  return (text) => applyFrame(text, choose);
}

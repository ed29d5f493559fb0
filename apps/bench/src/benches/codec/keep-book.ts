// Updates a book from frames with diffs. A candidate either creates the objects of a codec in
// between or does not.

import { type BookLevels, fuseApplyDiff, OrderBook } from "@specwright/streams/books";
import type { Candidate } from "../../paired-ratio.ts";
import { writeFrames } from "./forms.ts";
import { drawOneBook } from "./frames.ts";
import type { Job } from "./job.ts";
import { loadBookDiffCodec } from "./ours.ts";
import { overInputs } from "./over-inputs.ts";

/** A candidate and its baseline. */
export interface Pair {
  readonly baseline: Candidate;
  readonly candidate: Candidate;
}

/** Prepares a pair: updating a book, and `JSON.parse` of the same texts, which updates no book. */
export async function prepareBook({
  candidate,
  input,
}: Job & { readonly kind: "book" }): Promise<Pair> {
  const frames = drawOneBook();
  const texts = writeFrames(frames, "compact").map(({ text }) => text);
  const inputs = input === "string" ? texts : texts.map((text) => Buffer.from(text));
  const wanted = new OrderBook();
  for (const frame of frames) wanted.applyDiff(frame);
  const book = new OrderBook();
  const codec = await loadBookDiffCodec();
  let decoded = 0;
  const decode = (frame: string | Uint8Array) => {
    decoded += 1;
    return codec.decode(frame);
  };
  const fused = fuseApplyDiff({ readColumns: codec.readColumns, decode });
  const choose = (): OrderBook => book;
  const apply: (frame: string | Uint8Array) => unknown =
    candidate === "fused"
      ? (frame) => fused(frame, choose)
      : (frame) => book.applyDiff(codec.decode(frame) satisfies BookLevels);
  for (const each of inputs) apply(each);
  if (!book.equals(wanted)) throw new Error("keeps another book");
  if (decoded > 0) throw new Error("makes objects of a diff");
  return {
    baseline: overInputs("JSON.parse", texts, (text) => JSON.parse(text)),
    candidate: overInputs<string | Uint8Array>(candidate, inputs, apply),
  };
}

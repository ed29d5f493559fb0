// The generated codecs of the streams contract.

import { isDeepStrictEqual } from "node:util";
import type { StreamCodec, ValidatingCodec } from "@specwright/runtime/codegen";
import type { FormedFrame } from "./forms.ts";

/** The generated modules. */
export type Tier = "compact" | "stream";

const tiers = {
  compact: { specifier: "@specwright/streams-api/codec", suffix: "Codec" },
  stream: { specifier: "@specwright/streams-api/codec/stream", suffix: "StreamCodec" },
} satisfies Record<Tier, { specifier: string; suffix: string }>;

/** Returns the import specifier of the module with the codecs of a tier. */
export function specifierOf(tier: Tier): string {
  return tiers[tier].specifier;
}

/** Loads the codec of a declaration. Rejects if it is missing. */
export async function loadOurs(tier: "stream", declaration: string): Promise<StreamCodec<unknown>>;
export async function loadOurs(tier: Tier, declaration: string): Promise<ValidatingCodec<unknown>>;
export async function loadOurs(tier: Tier, declaration: string): Promise<ValidatingCodec<unknown>> {
  const { specifier, suffix } = tiers[tier];
  const module = (await import(specifier)) as Readonly<Record<string, ValidatingCodec<unknown>>>;
  const codec = module[`${declaration}${suffix}`];
  if (codec === undefined) throw new TypeError(`${specifier} has no ${declaration}${suffix}.`);
  return codec;
}

/** Loads the codec of `book_diff`. It can also decode into columns. */
export async function loadBookDiffCodec(): Promise<
  typeof import("@specwright/streams-api/codec/stream")["BookDiffFrameStreamCodec"]
> {
  const module = await import("@specwright/streams-api/codec/stream");
  return module.BookDiffFrameStreamCodec;
}

/**
 * Checks that a codec decodes every frame to its exact value. Uses the inputs that will be timed,
 * because other inputs would change what the engine compiles.
 *
 * @throws Error
 */
export function assertDecodes(
  codec: ValidatingCodec<unknown>,
  frames: readonly FormedFrame[],
  inputs: readonly (string | Uint8Array)[],
): void {
  for (const [place, { text, value }] of frames.entries()) {
    if (!isDeepStrictEqual(codec.decode(inputs[place] ?? ""), value)) {
      throw new Error(`decodes ${text.slice(0, 80)} to another value`);
    }
  }
}

/**
 * Checks that a codec encodes the values of compact frames to the texts of these frames.
 *
 * @throws Error
 */
export function assertEncodes(
  codec: ValidatingCodec<unknown> | StreamCodec<unknown>,
  frames: readonly FormedFrame[],
): void {
  for (const { text, value } of frames) {
    const texts = [codec.encode(value)];
    if ("encodeBytes" in codec) texts.push(Buffer.from(codec.encodeBytes(value)).toString());
    if (texts.some((each) => each !== text))
      throw new Error(`encodes ${text.slice(0, 80)} differently`);
  }
}

// Loads candidates. First verifies their results, because a candidate with wrong results must not
// be timed.

import { isDeepStrictEqual } from "node:util";
import type { PeerFunctions } from "./codec-peer.ts";
import { codecPeers, jsonPeer } from "./codec-peers.ts";
import type { FlatSchema } from "./flat-schema.ts";
import type { FormedFrame } from "./forms.ts";
import { declarationOf, type FrameType, schemaOf } from "./frames.ts";
import { assertDecodes, assertEncodes, loadOurs, type Tier } from "./ours.ts";

/** The folders of the peers by name, and the schemas that the peers use. */
export interface PeerSource {
  readonly folders: Readonly<Record<string, string>>;
  readonly schemas: Readonly<Record<string, FlatSchema>>;
}

/** Decodes a text or its bytes. */
export type Decode = (input: string | Uint8Array) => unknown;

/** Reports whether a candidate is one of our tiers. */
export function isTier(candidate: string): candidate is Tier {
  return candidate === "compact" || candidate === "stream";
}

/** Loads the decoder of a candidate. Rejects if the candidate has none. */
export async function loadDecode(
  candidate: string,
  frame: FrameType,
  source: PeerSource,
): Promise<Decode> {
  if (isTier(candidate)) {
    const codec = await loadOurs(candidate, declarationOf(frame));
    return (input) => codec.decode(input);
  }
  const { decode } = await loadPeer(candidate, frame, source);
  if (decode === undefined) throw new TypeError(`${candidate} does not decode.`);
  return (text) => decode(text as string);
}

/**
 * Loads a decoder, and decodes every frame with it. Our decoders must return the exact values. A
 * decoder of a peer must not fail.
 */
export async function loadCheckedDecode(
  candidate: string,
  frame: FrameType,
  frames: readonly FormedFrame[],
  inputs: readonly (string | Uint8Array)[],
  source: PeerSource,
): Promise<Decode> {
  if (isTier(candidate)) {
    assertDecodes(await loadOurs(candidate, declarationOf(frame)), frames, inputs);
  }
  const decode = await loadDecode(candidate, frame, source);
  for (const input of inputs) decode(input);
  return decode;
}

/** An encoder and the values that it accepts. */
export interface Encode {
  /** Whether the encoder accepts bigints and writes all of their digits. */
  readonly exact: boolean;
  readonly run: (value: unknown) => Uint8Array;
}

/** Loads an encoder, and encodes every frame with it. The result must be the text in `frames`. */
export async function loadCheckedEncode(
  candidate: string,
  frame: FrameType,
  frames: readonly FormedFrame[],
  source: PeerSource,
): Promise<Encode> {
  if (candidate === "stream") {
    const codec = await loadOurs(candidate, declarationOf(frame));
    assertEncodes(codec, frames);
    return { exact: true, run: (value) => codec.encodeBytes(value) };
  }
  if (candidate === "compact") {
    const codec = await loadOurs(candidate, declarationOf(frame));
    assertEncodes(codec, frames);
    return { exact: true, run: (value) => Buffer.from(codec.encode(value)) };
  }
  const { encodeBytes, encodesExact = false } = await loadPeer(candidate, frame, source);
  if (encodeBytes === undefined) throw new TypeError(`${candidate} does not encode.`);
  for (const { text, value } of frames) {
    const written = encodeBytes(encodesExact ? value : JSON.parse(text));
    // A peer that rounds numbers may also change the order of members.
    const same = encodesExact
      ? Buffer.from(written).toString() === text
      : isDeepStrictEqual(JSON.parse(Buffer.from(written).toString()), JSON.parse(text));
    if (!same) throw new Error(`encodes ${text.slice(0, 80)} differently`);
  }
  return { exact: encodesExact, run: encodeBytes };
}

/** Reports whether a value matches a schema. */
export type Is = (value: unknown) => boolean;

/**
 * Loads the check of a peer. The check must accept every value, and must refuse every value with
 * one broken member.
 */
export async function loadCheckedIs(
  peer: string,
  frame: FrameType,
  values: readonly unknown[],
  source: PeerSource,
): Promise<Is> {
  const { is } = await loadPeer(peer, frame, source);
  if (is === undefined) throw new TypeError(`${peer} does not check.`);
  assertJudges(is, values);
  return is;
}

/** Loads our check, with the same tests as for peers. The values contain bigints. */
export async function loadOurCheckedIs(frame: FrameType, values: readonly unknown[]): Promise<Is> {
  const codec = await loadOurs("compact", declarationOf(frame));
  const is: Is = (value) => codec.is(value);
  assertJudges(is, values);
  return is;
}

function assertJudges(is: Is, values: readonly unknown[]): void {
  for (const value of values) {
    if (!is(value)) throw new Error("refuses a valid frame");
    if (is({ ...(value as object), ts_ns: "1" })) throw new Error("takes a broken frame");
  }
}

async function loadPeer(
  name: string,
  frame: FrameType,
  { folders, schemas }: PeerSource,
): Promise<PeerFunctions> {
  const peer = [jsonPeer, ...codecPeers].find((each) => each.name === name);
  const schema = schemas[schemaOf(frame)];
  if (peer === undefined || schema === undefined) throw new TypeError(`There is no peer ${name}.`);
  return peer.load(folders[name] ?? "", schema, schemaOf(frame));
}

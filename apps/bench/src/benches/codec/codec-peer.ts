// The definition of a peer of the codecs.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PeerPackage } from "../../peers.ts";
import type { FlatSchema } from "./flat-schema.ts";

/** A library, or a pair of them, with some of a codec's functions. */
export interface CodecPeer extends PeerPackage {
  /** The name of its decoder in results, with "(lossy)" if it rounds an int64. */
  readonly decoder?: string;
  /** Compiles code in the folder after installation. */
  readonly prepare?: (
    folder: string,
    schemas: Readonly<Record<string, FlatSchema>>,
  ) => Promise<void>;
  /** Loads the peer for frames of one schema. */
  readonly load: (folder: string, schema: FlatSchema, name: string) => Promise<PeerFunctions>;
}

/** The functions of a peer, each called as its users would. */
export interface PeerFunctions {
  /** Decodes text to a checked value; throws if it is invalid. */
  readonly decode?: (text: string) => unknown;
  /** Checks a result of `JSON.parse`. */
  readonly is?: (value: unknown) => boolean;
  /** Encodes a value to bytes. Values contain bigints if `encodesExact`, else numbers. */
  readonly encodeBytes?: (value: unknown) => Uint8Array;
  readonly encodesExact?: boolean;
}

/** Imports a package that is installed in the folder of a peer. */
export async function importFrom(folder: string, specifier: string): Promise<unknown> {
  const path = createRequire(join(folder, "package.json")).resolve(specifier);
  const module: unknown = await import(pathToFileURL(path).href);
  return module;
}

/** Creates a decoder that throws if a check fails. */
export function parseAndCheck(check: (value: unknown) => boolean): (text: string) => unknown {
  return (text) => {
    const value: unknown = JSON.parse(text);
    if (!check(value)) throw new TypeError("not valid");
    return value;
  };
}

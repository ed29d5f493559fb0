// The definition of a peer of the codecs.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PeerPackage } from "../../peers.ts";
import type { FlatSchema } from "./flat-schema.ts";

/** A library, or two libraries together, that can do some of the work of a codec. */
export interface CodecPeer extends PeerPackage {
  /**
   * The name of the decoder in results. It contains "(lossy)" if the decoder rounds int64 values.
   */
  readonly decoder?: string;
  /** Compiles code in the folder of the peer, after the installation. */
  readonly prepare?: (
    folder: string,
    schemas: Readonly<Record<string, FlatSchema>>,
  ) => Promise<void>;
  /** Loads the functions of the peer for frames of one schema. */
  readonly load: (folder: string, schema: FlatSchema, name: string) => Promise<PeerFunctions>;
}

/** The functions of a peer. Each is called in the same way as users call it. */
export interface PeerFunctions {
  /** Decodes a text and validates the value. Throws if the value is invalid. */
  readonly decode?: (text: string) => unknown;
  /** Validates a value that `JSON.parse` has returned. */
  readonly is?: (value: unknown) => boolean;
  /**
   * Encodes a value to bytes. The value contains bigints if `encodesExact` is set, and numbers
   * otherwise.
   */
  readonly encodeBytes?: (value: unknown) => Uint8Array;
  readonly encodesExact?: boolean;
}

/** Imports a package that is installed in the folder of a peer. */
export async function importFrom(folder: string, specifier: string): Promise<unknown> {
  const path = createRequire(join(folder, "package.json")).resolve(specifier);
  const module: unknown = await import(pathToFileURL(path).href);
  return module;
}

/** Creates a decoder that parses a text and throws if the check of the value fails. */
export function parseAndCheck(check: (value: unknown) => boolean): (text: string) => unknown {
  return (text) => {
    const value: unknown = JSON.parse(text);
    if (!check(value)) throw new TypeError("not valid");
    return value;
  };
}

import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Fragment } from "./page-repository.ts";

/** Returns a text as a fragment. */
export function fragmentOf(text: string): Fragment {
  return { digest: hash("sha256", text, "hex"), content: gzipSync(text, { level: 4 }) };
}

import { createAccessKey } from "@specwright/streams/signing";
import type { AccessKeyEntry } from "./access-keys.ts";

/** Creates a new access key for a broker. Show its secret to its owner only once. */
export function issueAccessKey(brokerId: string): AccessKeyEntry {
  return { ...createAccessKey(), brokerId };
}

import { createAccessKey } from "@specwright/signing";
import type { AccessKeyEntry } from "./access-keys.ts";

/** Makes a new access key of a broker (S2, S3). Show its secret to its owner once. */
export function issueAccessKey(brokerId: string): AccessKeyEntry {
  return { ...createAccessKey(), brokerId };
}

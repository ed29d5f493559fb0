import { readFile } from "node:fs/promises";
import { isSpecwrightError, parseJson } from "@specwright/runtime";
import type { AccessKeyRecord } from "@specwright/signing";
import { StreamsAppError } from "./streams-app-error.ts";

/** Is an access key as it is issued (streams source §5; S2, S3). */
export interface AccessKeyEntry {
  readonly accessKey: string;
  /** 64 hex characters. */
  readonly secretKey: string;
  readonly brokerId: string;
}

/** Knows the access keys; none of its methods gives a secret to anything but the verifier. */
export interface AccessKeys {
  lookup(accessKey: string): AccessKeyRecord | undefined;
  add(entry: AccessKeyEntry): void;
  /** Marks a key as revoked; tells whether it was there. */
  revoke(accessKey: string): boolean;
}

/** Keeps access keys in memory. Throws `StreamsAppError` `bad_access_keys` for a malformed one. */
export function createAccessKeys(entries: readonly AccessKeyEntry[] = []): AccessKeys {
  const records = new Map<string, AccessKeyRecord>();
  function add({ accessKey, secretKey, brokerId }: AccessKeyEntry): void {
    if (!/^[A-Za-z0-9._~-]{1,64}$/.test(accessKey)) throw badKeys("an access key is malformed");
    if (!/^[0-9a-f]{64}$/i.test(secretKey)) {
      throw badKeys(`the secret key of ${accessKey} is not 64 hex characters`);
    }
    // A newline would let one broker sign as another: it ends a line of the signed text.
    if (!/^[\x21-\x7e]{1,128}$/.test(brokerId)) {
      throw badKeys(`the broker id of ${accessKey} is not 1 to 128 visible ASCII characters`);
    }
    if (records.has(accessKey)) throw badKeys(`${accessKey} is listed twice`);
    records.set(accessKey, { secretKey: secretKey.toLowerCase(), brokerId });
  }
  for (const entry of entries) add(entry);
  return {
    lookup: (accessKey) => records.get(accessKey),
    add,
    revoke(accessKey) {
      const record = records.get(accessKey);
      if (record === undefined) return false;
      records.set(accessKey, { ...record, revoked: true });
      return true;
    },
  };
}

/**
 * Reads a file with a JSON list of `{access_key, secret_key, broker_id}`. Rejects with
 * `StreamsAppError` `bad_access_keys`, whose message never quotes what the file holds.
 */
export async function readAccessKeys(path: string): Promise<readonly AccessKeyEntry[]> {
  let value: unknown;
  try {
    value = parseJson(await readFile(path));
  } catch (cause) {
    const why = isSpecwrightError(cause) ? "is not JSON" : "cannot be read";
    throw new StreamsAppError("bad_access_keys", `${path} ${why}`, { cause });
  }
  if (!Array.isArray(value) || value.length === 0) throw badKeys(`${path} is no list of keys`);
  return value.map((item: unknown, index) => {
    const accessKey = textOf(item, "access_key");
    const secretKey = textOf(item, "secret_key");
    const brokerId = textOf(item, "broker_id");
    if (accessKey === undefined || secretKey === undefined || brokerId === undefined) {
      throw badKeys(`${path}: item ${index} needs access_key, secret_key and broker_id as strings`);
    }
    return { accessKey, secretKey, brokerId };
  });
}

function textOf(item: unknown, name: string): string | undefined {
  if (typeof item !== "object" || item === null || !Object.hasOwn(item, name)) return undefined;
  const value: unknown = Reflect.get(item, name);
  return typeof value === "string" ? value : undefined;
}

function badKeys(message: string): StreamsAppError {
  return new StreamsAppError("bad_access_keys", message);
}

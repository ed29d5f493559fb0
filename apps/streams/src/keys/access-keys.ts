import { readFile } from "node:fs/promises";
import { type Clock, isSpecwrightError, parseJson, systemClock } from "@specwright/runtime";
import type { AccessKeyRecord } from "@specwright/streams/signing";
import { StreamsAppError } from "../streams-app-error.ts";

/** An issued access key. */
export interface AccessKeyEntry {
  readonly accessKey: string;
  /** The secret key: 64 hex characters. */
  readonly secretKey: string;
  readonly brokerId: string;
}

/** An access key without its secret. Times are milliseconds since the epoch. */
export interface AccessKeyInfo {
  readonly accessKey: string;
  readonly brokerId: string;
  readonly createdMs: number;
  /** When the key expires, or when it was revoked. */
  readonly expiresMs?: number;
  readonly revokedMs?: number;
}

/**
 * A store of access keys. Only `lookup` returns secrets. All methods reject if the store cannot be
 * reached. The error is an `UnavailableError` if a retry may succeed.
 */
export interface AccessKeys {
  /** Returns the record for verifying an upgrade. An expired key is treated as revoked. */
  lookup(accessKey: string): Promise<AccessKeyRecord | undefined>;
  /** Returns which of these keys cannot be used, because they are revoked, expired or unknown. */
  ended(accessKeys: readonly string[]): Promise<readonly string[]>;
  /** Adds a key. Rejects with `bad_access_keys` if the key is malformed or already exists. */
  add(entry: AccessKeyEntry): Promise<void>;
  /** Returns all keys, oldest first. */
  list(): Promise<readonly AccessKeyInfo[]>;
  /** Revokes a key permanently. Resolves with false if the key does not exist. */
  revoke(accessKey: string): Promise<boolean>;
  /**
   * Sets the time when a key expires, so that its owner can switch to a new key. Resolves with
   * false if the key does not exist.
   */
  expire(accessKey: string, atMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Checks the form of a key.
 *
 * @throws StreamsAppError `bad_access_keys`. The message never contains a secret.
 */
export function checkAccessKey({ accessKey, secretKey, brokerId }: AccessKeyEntry): void {
  if (!/^[A-Za-z0-9._~-]{1,64}$/.test(accessKey))
    throw badKeys("malformed access key: expected 1 to 64 characters of A-Z a-z 0-9 . _ ~ -");
  if (!/^[0-9a-f]{64}$/i.test(secretKey)) {
    throw badKeys(`the secret key of ${accessKey} is not 64 hex characters`);
  }
  // The signed text contains the broker in one line. A newline in the broker would let a broker
  // sign as a different broker.
  if (!/^[\x21-\x7e]{1,128}$/.test(brokerId)) {
    throw badKeys(`the broker id of ${accessKey} is not 1 to 128 visible ASCII characters`);
  }
}

/**
 * Creates a store of access keys in memory.
 *
 * @throws StreamsAppError `bad_access_keys` for a malformed key.
 */
export function createAccessKeys(
  entries: readonly AccessKeyEntry[] = [],
  clock: Pick<Clock, "now"> = systemClock,
): AccessKeys {
  const kept = new Map<string, { readonly secretKey: string; info: AccessKeyInfo }>();
  function putKey(entry: AccessKeyEntry): void {
    checkAccessKey(entry);
    const { accessKey, brokerId } = entry;
    if (kept.has(accessKey)) throw badKeys(`the access key ${accessKey} already exists`);
    const info = { accessKey, brokerId, createdMs: clock.now() };
    kept.set(accessKey, { secretKey: entry.secretKey.toLowerCase(), info });
  }
  function changeKey(accessKey: string, change: Partial<AccessKeyInfo>): boolean {
    const key = kept.get(accessKey);
    if (key === undefined) return false;
    key.info = { ...key.info, ...change };
    return true;
  }
  for (const entry of entries) putKey(entry);
  return {
    async lookup(accessKey) {
      const key = kept.get(accessKey);
      return key && verificationRecord(key.secretKey, key.info, clock.now());
    },
    async ended(accessKeys) {
      const nowMs = clock.now();
      return accessKeys.filter((accessKey) => !isUsable(kept.get(accessKey)?.info, nowMs));
    },
    async add(entry) {
      putKey(entry);
    },
    list: async () => [...kept.values()].map(({ info }) => info),
    revoke: async (accessKey) =>
      changeKey(accessKey, { revokedMs: kept.get(accessKey)?.info.revokedMs ?? clock.now() }),
    expire: async (accessKey, atMs) => changeKey(accessKey, { expiresMs: atMs }),
    async close() {},
  };
}

/** Returns the record for verifying an upgrade at this time. */
export function verificationRecord(
  secretKey: string,
  info: AccessKeyInfo,
  nowMs: number,
): AccessKeyRecord {
  return { secretKey, brokerId: info.brokerId, ...(!isUsable(info, nowMs) && { revoked: true }) };
}

/** Reports whether a key can be used at this time. */
export function isUsable(info: AccessKeyInfo | undefined, nowMs: number): boolean {
  if (info === undefined || info.revokedMs !== undefined) return false;
  return info.expiresMs === undefined || info.expiresMs > nowMs;
}

/**
 * Reads a file with a JSON array of `{access_key, secret_key, broker_id}`.
 *
 * @throws StreamsAppError `bad_access_keys`. The message never contains text of the file.
 */
export async function readAccessKeys(path: string): Promise<readonly AccessKeyEntry[]> {
  let value: unknown;
  try {
    value = parseJson(await readFile(path));
  } catch (cause) {
    const why = isSpecwrightError(cause) ? "is not JSON" : "cannot be read";
    throw new StreamsAppError("bad_access_keys", `${path} ${why}`, { cause });
  }
  if (!Array.isArray(value) || value.length === 0)
    throw badKeys(`${path} must be a JSON array of keys`);
  return value.map((item: unknown, index) => {
    const accessKey = textMember(item, "access_key");
    const secretKey = textMember(item, "secret_key");
    const brokerId = textMember(item, "broker_id");
    if (accessKey === undefined || secretKey === undefined || brokerId === undefined) {
      throw badKeys(`${path}: item ${index} needs access_key, secret_key and broker_id as strings`);
    }
    return { accessKey, secretKey, brokerId };
  });
}

function textMember(item: unknown, name: string): string | undefined {
  if (typeof item !== "object" || item === null || !Object.hasOwn(item, name)) return undefined;
  const value: unknown = Reflect.get(item, name);
  return typeof value === "string" ? value : undefined;
}

/** Creates the error for an invalid key. */
export function badKeys(message: string): StreamsAppError {
  return new StreamsAppError("bad_access_keys", message);
}

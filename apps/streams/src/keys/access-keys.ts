import { readFile } from "node:fs/promises";
import { type Clock, isSpecwrightError, parseJson, systemClock } from "@specwright/runtime";
import type { AccessKeyRecord } from "@specwright/signing";
import { StreamsAppError } from "../streams-app-error.ts";

/** Is an access key as it is issued (streams source §5; S2, S3). */
export interface AccessKeyEntry {
  readonly accessKey: string;
  /** 64 hex characters. */
  readonly secretKey: string;
  readonly brokerId: string;
}

/** Is what may be shown of an access key. Times are milliseconds since the epoch. */
export interface AccessKeyInfo {
  readonly accessKey: string;
  readonly brokerId: string;
  readonly createdMs: number;
  /** When it ends, or ended. */
  readonly expiresMs?: number;
  readonly revokedMs?: number;
}

/**
 * Knows the access keys; none of its methods gives a secret to anything but the verifier. A store
 * that cannot be reached rejects each, with `UnavailableError` when that may pass.
 */
export interface AccessKeys {
  /** Gives what an upgrade is verified with; an expired key counts as revoked. */
  lookup(accessKey: string): Promise<AccessKeyRecord | undefined>;
  /** Picks those that nobody may connect with (any more): revoked, expired or not there. */
  ended(accessKeys: readonly string[]): Promise<readonly string[]>;
  /** Adds a key. Rejects with `bad_access_keys` for a malformed one, and one that is there. */
  add(entry: AccessKeyEntry): Promise<void>;
  /** Lists all keys, the oldest first. */
  list(): Promise<readonly AccessKeyInfo[]>;
  /** Ends a key for good; tells whether it was there. */
  revoke(accessKey: string): Promise<boolean>;
  /** Ends a key at a time, so that its owner can go over to another one; tells whether it was there. */
  expire(accessKey: string, atMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Refuses a malformed key. Throws `StreamsAppError` `bad_access_keys`, which never quotes a secret. */
export function checkAccessKey({ accessKey, secretKey, brokerId }: AccessKeyEntry): void {
  if (!/^[A-Za-z0-9._~-]{1,64}$/.test(accessKey)) throw badKeys("an access key is malformed");
  if (!/^[0-9a-f]{64}$/i.test(secretKey)) {
    throw badKeys(`the secret key of ${accessKey} is not 64 hex characters`);
  }
  // A newline would let one broker sign as another: it ends a line of the signed text.
  if (!/^[\x21-\x7e]{1,128}$/.test(brokerId)) {
    throw badKeys(`the broker id of ${accessKey} is not 1 to 128 visible ASCII characters`);
  }
}

/** Keeps access keys in memory. Throws `StreamsAppError` `bad_access_keys` for a malformed one. */
export function createAccessKeys(
  entries: readonly AccessKeyEntry[] = [],
  clock: Pick<Clock, "now"> = systemClock,
): AccessKeys {
  const kept = new Map<string, { readonly secretKey: string; info: AccessKeyInfo }>();
  function put(entry: AccessKeyEntry): void {
    checkAccessKey(entry);
    const { accessKey, brokerId } = entry;
    if (kept.has(accessKey)) throw badKeys(`${accessKey} is there already`);
    const info = { accessKey, brokerId, createdMs: clock.now() };
    kept.set(accessKey, { secretKey: entry.secretKey.toLowerCase(), info });
  }
  function change(accessKey: string, change: Partial<AccessKeyInfo>): boolean {
    const key = kept.get(accessKey);
    if (key === undefined) return false;
    key.info = { ...key.info, ...change };
    return true;
  }
  for (const entry of entries) put(entry);
  return {
    async lookup(accessKey) {
      const key = kept.get(accessKey);
      return key && recordOf(key.secretKey, key.info, clock.now());
    },
    async ended(accessKeys) {
      const nowMs = clock.now();
      return accessKeys.filter((accessKey) => !isGood(kept.get(accessKey)?.info, nowMs));
    },
    async add(entry) {
      put(entry);
    },
    list: async () => [...kept.values()].map(({ info }) => info),
    revoke: async (accessKey) =>
      change(accessKey, { revokedMs: kept.get(accessKey)?.info.revokedMs ?? clock.now() }),
    expire: async (accessKey, atMs) => change(accessKey, { expiresMs: atMs }),
    async close() {},
  };
}

/** Gives what an upgrade is verified with at a time. */
export function recordOf(secretKey: string, info: AccessKeyInfo, nowMs: number): AccessKeyRecord {
  return { secretKey, brokerId: info.brokerId, ...(!isGood(info, nowMs) && { revoked: true }) };
}

/** Tells whether a key may be used at a time. */
export function isGood(info: AccessKeyInfo | undefined, nowMs: number): boolean {
  if (info === undefined || info.revokedMs !== undefined) return false;
  return info.expiresMs === undefined || info.expiresMs > nowMs;
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

/** Makes the error of a bad key. */
export function badKeys(message: string): StreamsAppError {
  return new StreamsAppError("bad_access_keys", message);
}

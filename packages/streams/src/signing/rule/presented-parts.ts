import type { CredentialRule, NonceKind, TimeRule } from "./credential-rule.ts";
import { type RuleFailure, ruleFailure } from "./rule-failure.ts";
import type { FreshValues } from "./rule-values.ts";
import { readTime, writeTime } from "./write-time.ts";

/** The credentials that a client has sent, not checked yet. */
export interface PresentedParts {
  readonly key?: string;
  readonly signature?: string;
  /** The secret. Only for the algorithm `none`. */
  readonly secret?: string;
  readonly time?: string | number | bigint;
  readonly expires?: string | number | bigint;
  readonly nonce?: string | number | bigint;
}

/** The time and nonce that a client has sent, after reading. */
export interface ReadParts {
  readonly ok: true;
  readonly fresh: FreshValues;
  /** When the client signed, by its own clock. Undefined if the request does not contain it. */
  readonly signedAtMs: number | undefined;
  readonly expiresAtMs: number | undefined;
}

/**
 * The year 225,000. Later times are refused, so that adding a lifetime never exceeds the range of `Date`.
 */
const MAX_TIME_MS = 7e15;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^(?:0|[1-9]\d{0,15})$/;

/** Reads the time and the nonce that a client has sent. */
export function readPresented(
  { time: timeRule, nonce: kind }: CredentialRule,
  presented: PresentedParts,
): ReadParts | RuleFailure {
  const time = timeRule === undefined ? {} : readTimes(timeRule, presented);
  if (time === "missing") return ruleFailure("missing_part", "time");
  if (time === "malformed") return ruleFailure("bad_timestamp");
  const read = { ok: true as const, signedAtMs: time.signedAtMs, expiresAtMs: time.expiresAtMs };
  if (kind === undefined) return { ...read, fresh: time.values ?? {} };
  if (presented.nonce === undefined) return ruleFailure("missing_part", "nonce");
  const nonce = readNonce(kind, presented.nonce);
  if (nonce === undefined) return ruleFailure("malformed_part", "nonce");
  return {
    ...read,
    fresh: { ...time.values, nonce },
    signedAtMs: time.signedAtMs ?? nonceTimeMs(kind, nonce),
  };
}

interface ReadTimes {
  readonly values?: FreshValues;
  readonly signedAtMs?: number;
  readonly expiresAtMs?: number;
}

/** Reads `time` and `expires`. If one of them is missing, computes it from the other. */
function readTimes(
  { unit, offsetMs = 0, lifetimeMs }: TimeRule,
  presented: PresentedParts,
): ReadTimes | "missing" | "malformed" {
  const given = presented.time ?? (lifetimeMs === undefined ? undefined : presented.expires);
  if (given === undefined) return "missing";
  const read = readTime(given, unit);
  if (read === undefined || read.timeMs > MAX_TIME_MS) return "malformed";
  const timeMs = presented.time === undefined ? read.timeMs - (lifetimeMs ?? 0) : read.timeMs;
  const signedAtMs = timeMs - offsetMs;
  if (lifetimeMs === undefined) return { values: { time: read.value }, signedAtMs };
  const expiresAtMs = timeMs + lifetimeMs;
  const values =
    presented.time === undefined
      ? { time: writeTime(timeMs, unit), expires: read.value }
      : { time: read.value, expires: writeTime(expiresAtMs, unit) };
  if (presented.expires !== undefined && String(presented.expires) !== String(values.expires)) {
    return "malformed";
  }
  return { values, signedAtMs, expiresAtMs };
}

function readNonce(kind: NonceKind, given: string | number | bigint): number | string | undefined {
  const text = String(given);
  if (kind === "uuid") return UUID.test(text) ? text : undefined;
  const nonce = Number(text);
  return NUMBER.test(text) && Number.isSafeInteger(nonce) ? nonce : undefined;
}

function nonceTimeMs(kind: NonceKind, nonce: number | string): number | undefined {
  if (kind === "ms") return Number(nonce);
  return kind === "us" ? Number(nonce) / 1000 : undefined;
}

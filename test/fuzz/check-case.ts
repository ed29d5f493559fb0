// The property: for every text, as a string and as bytes, every tier agrees with the reference.

import { CodecError } from "@specwright/runtime";
import { reportedMissing } from "@specwright/runtime/codegen";
import { CANARY } from "./generate/mutate-text.ts";
import type { Outcome } from "./reference/interpret.ts";
import { findDifference } from "./same-value.ts";
import type { Target, Tier } from "./targets/target.ts";

/** An input: bytes, a string, or both if they are equivalent. */
export interface Case {
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** Whether to run the slower checks too. */
  readonly thorough: boolean;
}

/** How many bytes of the input an error may quote. */
const MOST_QUOTED = 200;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Creates a case from a text; a text with lone surrogates has no bytes. */
export function textCase(text: string, thorough: boolean): Case {
  return text.isWellFormed() ? { text, bytes: encoder.encode(text), thorough } : { text, thorough };
}

/** Creates a case from bytes; bytes that are not UTF-8 have no text. */
export function bytesCase(bytes: Uint8Array, thorough: boolean): Case {
  try {
    return { text: utf8.decode(bytes), bytes, thorough };
  } catch {
    return { bytes, thorough };
  }
}

/**
 * Returns how the codecs of a target diverge from the reference or from each other, or undefined if
 * they agree.
 */
export function findDivergence(
  target: Target,
  { text, bytes, thorough }: Case,
): string | undefined {
  const wanted: Outcome = text === undefined ? malformed : target.reference(text);
  const refusals: Refused[] = [];
  // Decoding does not depend on the writer of a text, so that each text is read once.
  const readable = new Set<string>(text === undefined ? [] : [text]);
  for (const tier of target.tiers) {
    let isFirst = true;
    for (const input of [text, bytes]) {
      if (input === undefined) continue;
      const pristine = typeof input === "string" ? undefined : input.slice();
      const got = attempt(tier, input);
      const found =
        pristine !== undefined && !isSameBytes(input, pristine)
          ? "input changed"
          : verdict(wanted, got, text ?? "");
      if (found !== undefined) return `${nameOf(tier, input)}: ${found}`;
      if (!got.accepted) refusals.push({ tier, input, error: got.error });
      else if (isFirst) {
        const lost = roundTrip(target, tier, got.value, thorough, readable);
        if (lost !== undefined) return `${tier.name}: ${lost}`;
      }
      isFirst = false;
    }
    if (wanted.kind === "invalid") {
      const { value } = wanted;
      const misread = text === undefined ? undefined : toleration(target, tier, text);
      if (misread !== undefined) return `${tier.name}: ${misread}`;
      if (tier.codec.is(value)) return `${tier.name}: is() takes what decode() refuses`;
      if (thorough && tier.codec.validate(value).length === 0) {
        return `${tier.name}: validate() finds nothing in what decode() refuses`;
      }
    }
  }
  return unequalIssues(refusals);
}

const malformed: Outcome = { kind: "malformed" };

function nameOf(tier: Tier, input: string | Uint8Array): string {
  return `${tier.name} of ${typeof input === "string" ? "string" : "bytes"}`;
}

interface Refused {
  readonly tier: Tier;
  readonly input: string | Uint8Array;
  readonly error: unknown;
}

type Attempt =
  | { readonly accepted: true; readonly value: unknown }
  | { readonly accepted: false; readonly error: unknown };

function attempt({ codec }: Tier, input: string | Uint8Array): Attempt {
  try {
    return { accepted: true, value: codec.decode(input) };
  } catch (error) {
    return { accepted: false, error };
  }
}

function verdict(wanted: Outcome, got: Attempt, text: string): string | undefined {
  if (got.accepted) {
    if (wanted.kind !== "valid") return `accepted, the reference says ${wanted.kind}`;
    return findDifference(wanted.value, got.value);
  }
  const { error } = got;
  if (!(error instanceof CodecError)) return `threw ${String(error).slice(0, 500)}`;
  if (wanted.kind === "valid") return `refused, ${said(error)}`;
  const code = wanted.kind === "malformed" ? "malformed" : "decode";
  if (error.code !== code) return `the reference says ${wanted.kind}, got ${said(error)}`;
  if (error.issues.length === 0) return "no issues";
  return text.includes(CANARY) ? overquoted(error) : undefined;
}

function said({ code, issues }: CodecError): string {
  return `${code} ${JSON.stringify(issues.slice(0, 3))}`;
}

function overquoted(error: CodecError): string | undefined {
  const texts = [error.message, JSON.stringify(error.issues)];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    texts.push(cause.message, JSON.stringify(cause));
  }
  // A name in the pointers of many issues counts once.
  const pieces = new Set(texts.join("\n").split(/[/"\s]/));
  const quoted = ([...pieces].join().split(CANARY).length - 1) * CANARY.length;
  return quoted > MOST_QUOTED ? `the error holds ${quoted} bytes of input` : undefined;
}

function roundTrip(
  target: Target,
  tier: Tier,
  value: unknown,
  thorough: boolean,
  readable: Set<string>,
): string | undefined {
  const { codec } = tier;
  if (!codec.is(value)) return "is() refuses what decode() gave";
  const text = codec.encode(value);
  const bytes = codec.encodeBytes?.(value);
  const written = bytes === undefined ? text : utf8.decode(bytes);
  const texts = written === text ? [text] : [text, written];
  for (const each of texts) {
    if (readable.has(each)) continue;
    readable.add(each);
    // Every tier must be able to read the output of the others.
    for (const reader of target.tiers) {
      const back = attempt(reader, each);
      if (!back.accepted) return `${reader.name} refuses what was encoded: ${String(back.error)}`;
      const found = findDifference(value, back.value, { written: true });
      if (found !== undefined) return `encoded and read by ${reader.name} again: ${found}`;
    }
  }
  if (!thorough) return undefined;
  const [issue] = codec.validate(value);
  if (issue !== undefined) return `validate() of what decode() gave: ${JSON.stringify(issue)}`;
  const found = findDifference(value, codec.parse(value));
  return found && `parse() of what decode() gave: ${found}`;
}

function attemptOf<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/** Returns how what a client makes of a text without required members diverges from the reference. */
function toleration(target: Target, { codec }: Tier, text: string): string | undefined {
  const { response } = reportedMissing;
  if (typeof response !== "object" || codec.unchecked === undefined) return undefined;
  const wanted = target.forgivingReference(text);
  const value = codec.unchecked.read(text, {});
  const reported = attemptOf(() => response.tolerate(codec, text, value));
  if (wanted.kind === "valid") {
    return reported === undefined
      ? "a value that only lacks members is refused"
      : findDifference(wanted.value, value);
  }
  // A constant may select the branch of a union.
  if (reported === undefined || /"(?:any|one)Of"/.test(target.schema())) return undefined;
  return `a value with other faults is returned: ${JSON.stringify(reported.slice(0, 3))}`;
}

function unequalIssues([first, ...others]: readonly Refused[]): string | undefined {
  if (first === undefined) return undefined;
  for (const other of others) {
    if (isSameError(first.error, other.error)) continue;
    const [one, two] = [first, other].map(
      ({ tier, input, error }) => `${nameOf(tier, input)} ${issuesOf(error)}`,
    );
    return `issues differ: ${one}; ${two}`;
  }
  return undefined;
}

function isSameError(one: unknown, other: unknown): boolean {
  if (!(one instanceof CodecError) || !(other instanceof CodecError)) return false;
  if (one.code !== other.code || one.issues.length !== other.issues.length) return false;
  return one.issues.every((issue, index) => {
    const same = other.issues[index];
    return (
      issue.code === same?.code &&
      issue.pointer === same.pointer &&
      issue.expected === same.expected &&
      issue.received === same.received
    );
  });
}

function issuesOf(error: unknown): string {
  if (!(error instanceof CodecError)) return "";
  return [error.code, ...error.issues.map((issue) => JSON.stringify(issue))].join("\n");
}

function isSameBytes(one: Uint8Array | string, other: Uint8Array): boolean {
  return typeof one !== "string" && Buffer.compare(one, other) === 0;
}

// Remembers the identity of the log and the last received frame, so that a reader never continues
// in a different history.

import { type ChannelParameters, memberOf, type UnverifiedCause } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { noParameters } from "@specwright/runtime/transport";
import { checkResume } from "../../numbering/check-resume.ts";
import type { ReaderHistory, ReaderMark, ResumePlan } from "../numbering.ts";
import { digestFrame, digestText } from "./digest-frame.ts";

type LastFrame =
  | { readonly seq: bigint; readonly bytes: Uint8Array }
  | { readonly seq: bigint; readonly digest: string };

/**
 * The maximum count of numbers that a server may have to search for the last frame of a reader with
 * filters. Without this limit, many idle readers that reconnect at once would each read the whole log.
 */
const MAX_OVERLAP = 10_000n;

/**
 * Creates the history of a channel. `mark` is the mark that was stored with the start position, if
 * there is one.
 */
export function createReaderHistory(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  kept?: { readonly mark?: string },
): ReaderHistory {
  const { identity } = channel.sequence ?? {};
  const selection = digestText(selectionText(channel, parameters)).slice(0, 8);
  const given = identity === undefined ? undefined : memberOf(parameters.query, identity.parameter);
  let logId = kept === undefined && typeof given === "string" ? given : undefined;
  let last: LastFrame | undefined;
  /** The reason why the last received frame cannot be compared. */
  let lost: UnverifiedCause | undefined;
  let check = checkResume({ overlap: false });
  let overlaps = false;
  let marked: Mark | undefined;
  if (kept !== undefined) restoreMark(kept.mark);

  function restoreMark(mark: string | undefined): void {
    const [, scope, seq = "", digest = "", log = ""] = markForm.exec(mark ?? "") ?? [];
    if (log !== "") logId = log;
    if (scope !== selection) lost = "unmarked";
    else if (seq !== "") last = { seq: BigInt(seq), digest };
  }

  function planResume(covered: bigint): ResumePlan & { readonly since: bigint } {
    const log = logId === undefined ? {} : { logId };
    const behind = { ...log, since: covered < 0n ? 1n : covered + 1n };
    if (last === undefined || lost !== undefined) {
      return lost === undefined ? behind : { ...behind, unverified: lost };
    }
    if (covered - last.seq > MAX_OVERLAP) return { ...behind, unverified: "distant" };
    // The number 0 means the live tail.
    return last.seq < 1n ? behind : { ...log, since: last.seq };
  }

  return {
    begin(covered) {
      if (covered === undefined) {
        check = checkResume({ overlap: false });
        overlaps = false;
        return {};
      }
      const next = planResume(covered);
      overlaps = next.since === last?.seq;
      check = checkResume({ from: next.since, covered, overlap: overlaps });
      return next;
    },
    get awaiting() {
      return check.awaiting;
    },
    judge(seq, frame) {
      const verdict = check.judge(seq);
      if (verdict !== "last") return verdict;
      if (last === undefined || frameDigest(last) !== digestFrame(frame)) return "differs";
      check.prove();
      return "known";
    },
    state: (seq) => check.state(seq),
    identify(id) {
      if (typeof id !== "string" || id === logId) return undefined;
      const known = logId !== undefined;
      logId ??= id;
      return known ? "other_log" : undefined;
    },
    take(seq, bytes) {
      last = { seq, bytes };
      lost = undefined;
    },
    retreat() {
      if (!overlaps || lost !== undefined) return false;
      lost = "expired";
      return true;
    },
    markOf(covered) {
      if (marked?.seq !== covered || marked.last !== last || marked.logId !== logId) {
        // If nothing could be compared, the next comparison cannot succeed before a new frame was
        // received.
        const scope = last === undefined && lost !== undefined ? "" : selection;
        marked = new Mark(covered, scope, last, logId);
      }
      return marked;
    },
    forget() {
      last = undefined;
      lost = undefined;
      logId = undefined;
    },
  };
}

/**
 * A mark: the selection by the parameters, the number and the digest of the last received frame, and the
 * log.
 */
const markForm = /^([0-9a-f]{8}|)\.(\d{0,19})\.([0-9a-f]*)\.([!-~]*)$/;
/** The form of an identity. Identities of other forms are compared, but not stored. */
const plainText = /^[!-~]{1,128}$/;

class Mark implements ReaderMark {
  readonly seq: bigint;
  readonly scope: string;
  readonly last: LastFrame | undefined;
  readonly logId: string | undefined;

  constructor(seq: bigint, scope: string, last: LastFrame | undefined, logId: string | undefined) {
    this.seq = seq;
    this.scope = scope;
    this.last = last;
    this.logId = logId;
  }

  mark(): string {
    const { scope, last, logId = "" } = this;
    const taken = last === undefined ? "." : `${last.seq}.${frameDigest(last)}`;
    return `${scope}.${taken}.${plainText.test(logId) ? logId : ""}`;
  }
}

function frameDigest(frame: LastFrame): string {
  return "digest" in frame ? frame.digest : digestFrame(frame.bytes);
}

/**
 * Returns a text that identifies the selection of the parameters, independent of the server and the resume
 * point.
 */
function selectionText(channel: ChannelDescriptor, parameters: ChannelParameters): string {
  const writer = channel.writer ?? noParameters;
  const pairs = writer.query(channel, parameters, undefined);
  return [writer.address(channel, parameters), ...pairs.toSorted()].join("&");
}

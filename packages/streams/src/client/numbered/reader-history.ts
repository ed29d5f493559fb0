// Remembers the identity of the log and the last received frame. A reader thereby notices a different
// history, and does not continue in it.

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
 * The maximum difference between the resume point and the number of the last received frame. With filters,
 * a reader may skip many numbers. To compare the last frame, the server then searches these numbers for it.
 * Without a limit, many idle readers that reconnect at once would each make the server read the whole log.
 */
const MAX_OVERLAP = 10_000n;

/**
 * Creates the history of a channel. `kept` has the mark that was stored with the start position, if any.
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
  /**
   * The reason why the server cannot be asked for the last received frame. Undefined if it can be asked.
   */
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
    // The number 0 requests the live tail, so it cannot be sent as a resume point.
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
        // Without a last frame to compare, the mark names no selection. A reader that resumes from such a
        // mark knows that its history cannot be compared.
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
 * The form of a mark: a digest of the parameters, the number and the digest of the last received frame, and
 * the identity of the log.
 */
const markForm = /^([0-9a-f]{8}|)\.(\d{0,19})\.([0-9a-f]*)\.([!-~]*)$/;
/** The form of an identity that a mark can contain. Other identities are compared, but not stored. */
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
 * Returns a text for the frames that the parameters select. It is the same for every server and resume
 * point.
 */
function selectionText(channel: ChannelDescriptor, parameters: ChannelParameters): string {
  const writer = channel.writer ?? noParameters;
  const pairs = writer.query(channel, parameters, undefined);
  return [writer.address(channel, parameters), ...pairs.toSorted()].join("&");
}

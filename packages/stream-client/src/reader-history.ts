// What a reader remembers of the history that it reads, so that it never joins it to another: the
// identity of the log, and the frame that it took last.

import { memberOf } from "@specwright/runtime";
import type {
  ChannelDescriptor,
  ChannelParameters,
  ResyncReason,
  UnverifiedCause,
} from "@specwright/runtime/codegen";
import { checkResume, type ResumeCheck } from "@specwright/sequencing";
import { digestFrame, digestText } from "./digest-frame.ts";
import { encodeSelection, type ResumePoint } from "./encode-target.ts";

/** How the next connection begins. */
export interface ResumePlan extends ResumePoint {
  /** Why the history cannot be compared with the one that was read. */
  readonly unverified?: UnverifiedCause;
}

/** A place to come back to. */
export interface ReaderMark {
  readonly seq: bigint;
  /** Writes what tells the history apart, as a text without spaces. */
  mark(): string;
}

/** The memory of a channel across its connections. */
export interface ReaderHistory {
  /** Plans the next connection, where everything wanted up to `covered` was taken. */
  begin(covered: bigint | undefined): ResumePlan;
  /** Whether what was read has still to be found on this connection. */
  readonly awaiting: boolean;
  /** Judges a data frame by its number and, where it counts, by what it says. */
  judge(seq: bigint, frame: Uint8Array): "new" | "known" | ResyncReason;
  /** Judges a statement as `ResumeCheck` does. */
  state: ResumeCheck["state"];
  /** Notes the identity of the server's log; tells of one that is another than before. */
  identify(logId: unknown): ResyncReason | undefined;
  /** Notes a data frame that was taken. */
  take(seq: bigint, frame: Uint8Array): void;
  /** Notes that the server keeps no frame so old; tells whether the one behind it is left to ask for. */
  retreat(): boolean;
  /** Marks the place where everything wanted up to `covered` was taken: the same mark for the same place. */
  markOf(covered: bigint): ReaderMark;
  forget(): void;
}

type LastFrame =
  | { readonly seq: bigint; readonly bytes: Uint8Array }
  | { readonly seq: bigint; readonly digest: string };

/**
 * Numbers that a server has to look through, for a reader with a filter, to find the frame taken
 * last. Many quiet readers that come back at once must not read all of a log, each for itself.
 */
const MAX_OVERLAP = 10_000n;

/** Creates the memory of a channel; `mark` is that of the place where it begins, if one was kept. */
export function createReaderHistory(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  kept?: { readonly mark: string | undefined },
): ReaderHistory {
  const { identity } = channel.sequence ?? {};
  const selection = digestText(encodeSelection(channel, parameters)).slice(0, 8);
  const given = identity === undefined ? undefined : memberOf(parameters.query, identity.parameter);
  let logId = kept === undefined && typeof given === "string" ? given : undefined;
  let last: LastFrame | undefined;
  /** Why the frame taken last cannot be compared. */
  let lost: UnverifiedCause | undefined;
  let check = checkResume({ overlap: false });
  let overlaps = false;
  let marked: Mark | undefined;
  if (kept !== undefined) restore(kept.mark);

  function restore(mark: string | undefined): void {
    const [, scope, seq = "", digest = "", log = ""] = markForm.exec(mark ?? "") ?? [];
    if (log !== "") logId = log;
    if (scope !== selection) lost = "unmarked";
    else if (seq !== "") last = { seq: BigInt(seq), digest };
  }

  function plan(covered: bigint): ResumePlan & { readonly since: bigint } {
    const log = logId === undefined ? {} : { logId };
    const behind = { ...log, since: covered < 0n ? 1n : covered + 1n };
    if (last === undefined || lost !== undefined) {
      return lost === undefined ? behind : { ...behind, unverified: lost };
    }
    if (covered - last.seq > MAX_OVERLAP) return { ...behind, unverified: "distant" };
    // 0 stands for the live tail.
    return last.seq < 1n ? behind : { ...log, since: last.seq };
  }

  return {
    begin(covered) {
      if (covered === undefined) {
        check = checkResume({ overlap: false });
        overlaps = false;
        return {};
      }
      const next = plan(covered);
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
      if (last === undefined || digestOf(last) !== digestFrame(frame)) return "differs";
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
        // What could not be compared cannot be the next time either, until another frame was taken.
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

/** What the parameters select, the number and the digest of the frame taken last, the log. */
const markForm = /^([0-9a-f]{8}|)\.(\d{0,19})\.([0-9a-f]*)\.([!-~]*)$/;
/** What an identity is made of; one that is not is compared, and not kept. */
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
    const taken = last === undefined ? "." : `${last.seq}.${digestOf(last)}`;
    return `${scope}.${taken}.${plainText.test(logId) ? logId : ""}`;
  }
}

function digestOf(frame: LastFrame): string {
  return "digest" in frame ? frame.digest : digestFrame(frame.bytes);
}

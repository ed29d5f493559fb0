import { isData, seqOf } from "../../src/streams/line/frame.ts";
import { changeMembers, changePayload, type Fault, noteOf } from "./fault.ts";

const bySeq = (seq: bigint | undefined, by: bigint): bigint => (seq ?? 0n) + by;

/** Violations of the rules of resuming, one at a time. */
export const resumingFaults: readonly Fault[] = [
  {
    name: "replay-begins-late",
    breaks: ["sequenced.x-sequence.resume.replay"],
    mayBreak: ["4.1.6", "4.5.11", "S20.1", "S22"],
    // `since` is taken as the last frame that the client has, not the next one that it wants.
    proxy: () => ({
      frame(frame, { query, frames }) {
        const first = query.size === 1 && String(seqOf(frame)) === query.get("since");
        return first && frames === 1 && isData(frame) ? [] : [frame];
      },
    }),
  },
  {
    name: "skip-backlog-end",
    breaks: ["sequenced.x-sequence.resume.endOfBacklog"],
    proxy: () => ({ frame: (frame) => (frame.type === "backlog_end" ? [] : [frame]) }),
  },
  {
    name: "backlog-end-twice",
    breaks: ["sequenced.x-sequence.resume.endOfBacklog"],
    proxy: () => ({
      frame: (frame) => (frame.type === "backlog_end" ? [frame, frame] : [frame]),
    }),
  },
  {
    name: "last-seq-one-less",
    breaks: ["sequenced.x-sequence.resume.lastNumber"],
    proxy: () => ({
      frame: (frame) =>
        frame.type === "backlog_end"
          ? [changePayload(frame, { last_seq: bySeq(seqOf(frame), -1n) })]
          : [frame],
    }),
  },
  {
    name: "duplicate-at-handover",
    breaks: ["4.5.4"],
    proxy: () => ({
      frame(frame, { notes }) {
        const ended = notes.get("ended") === true;
        if (frame.type === "backlog_end") notes.set("ended", true);
        if (!ended || !isData(frame)) return [frame];
        notes.set("ended", false);
        return [frame, frame];
      },
    }),
  },
  {
    name: "gap-at-handover",
    breaks: ["4.5.4"],
    proxy: () => ({
      frame(frame, { notes }) {
        const ended = notes.get("ended") === true;
        if (frame.type === "backlog_end") notes.set("ended", true);
        if (!ended || !isData(frame)) return [frame];
        notes.set("ended", false);
        return [];
      },
    }),
  },
  {
    name: "live-tail-begins-with-the-last-frame",
    breaks: ["4.5.5"],
    proxy: () => ({
      frame(frame, { notes, query }) {
        if (!isData(frame) || query.size > 0 || !noteOf(notes, "first", true)) return [frame];
        notes.set("first", false);
        const before = bySeq(seqOf(frame), -1n);
        return before > 2n ? [changeMembers(frame, { seq: before }), frame] : [frame];
      },
    }),
  },
  {
    name: "since-0-replays-all",
    breaks: ["4.5.6"],
    proxy: () => ({
      target: ({ target, query }) =>
        query.get("since") === "0" ? target.replace("since=0", "since=1") : undefined,
    }),
  },
  {
    name: "negative-since-is-none",
    breaks: ["4.5.7"],
    proxy: () => ({
      target: ({ target, query }) =>
        query.get("since") === "-1" ? target.replace("since=-1", "since=0") : undefined,
    }),
  },
  {
    name: "since-ahead-replays-all",
    breaks: ["4.5.8"],
    proxy: () => ({
      target: ({ target, query }) =>
        /^[1-8]\d{18}$/.test(query.get("since") ?? "")
          ? target.replace(/since=\d+/, "since=1")
          : undefined,
    }),
  },
  {
    name: "too-old-has-another-code",
    breaks: ["sequenced.x-sequence.resume.tooOld"],
    mayBreak: ["S21"],
    proxy: () => ({
      frame: (frame) =>
        frame.text.includes('"resume_too_old"')
          ? [changePayload(frame, { code: "internal_error" })]
          : [frame],
    }),
  },
  {
    name: "too-old-closes-1000",
    breaks: ["sequenced.x-sequence.resume.tooOld"],
    mayBreak: ["S21"],
    proxy: () => ({
      closing: (closing) =>
        closing.code === 4009 && closing.reason === "resume_too_old"
          ? { ...closing, code: 1000 }
          : closing,
    }),
  },
  {
    name: "oldest-kept-is-too-old",
    breaks: ["4.5.11"],
    stimulus: ({ stimulus }) => ({
      ...stimulus,
      expire: async (action) => stimulus.expire?.({ ...action, upTo: action.upTo + 1n }),
    }),
  },
  {
    name: "gap-when-live",
    breaks: ["sequenced.x-sequence.1.step"],
    proxy: () => ({
      frame: (frame, { channel, query, frames }) =>
        channel === "orders" && query.size === 0 && frames === 9 && frame.text.length < 4000
          ? []
          : [frame],
    }),
  },
  {
    name: "gap-in-replay",
    breaks: ["sequenced.x-sequence.resume.replay"],
    mayBreak: ["4.5.4"],
    proxy: () => ({
      frame: (frame, { query, frames }) =>
        query.has("since") && isData(frame) && frames === 9 ? [] : [frame],
    }),
  },
  {
    name: "backlog-end-takes-a-number",
    breaks: ["sequenced.x-sequence.1.repeats"],
    proxy: () => ({
      frame: (frame) =>
        frame.type === "backlog_end"
          ? [changeMembers(frame, { seq: bySeq(seqOf(frame), 1n) })]
          : [frame],
    }),
  },
];

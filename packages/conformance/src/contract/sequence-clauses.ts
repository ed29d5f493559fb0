import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedCounter } from "@specwright/runtime/transport";
import { anyOfNames, type ClauseList } from "./clause-list.ts";

/** Adds the clauses of the counters of frames (`x-sequence`). */
export function addSequenceClauses(list: ClauseList, counters: readonly FeedCounter[]): void {
  for (const [at, counter] of counters.entries()) {
    const { messages, repeats = [], first } = counter;
    const place = ["x-sequence", "counters", at];
    const id = `x-sequence.${at + 1}`;
    const which = messages.includes("*") ? "each frame" : `each ${anyOfNames(messages)}`;
    const within = scopeOf(counter);
    list.add(`${id}.step`, [...place, "step"], stepSentence(counter, which, within));
    if (!messages.includes("*")) {
      const sentence = `Each ${anyOfNames(messages)} has a number at ${pointersOf(counter)}.`;
      list.add(`${id}.at`, [...place, "at"], sentence);
    }
    if (first !== undefined && counter.step !== "rising" && counter.step !== "linked") {
      list.add(`${id}.first`, [...place, "first"], `The first number of ${within} is ${first}.`);
    }
    if (repeats.length > 0) {
      const sentence = `Each ${anyOfNames(repeats)} repeats the last number.`;
      list.add(`${id}.repeats`, [...place, "repeats"], sentence);
    }
  }
}

/** Adds the clauses about resuming after missed frames (`resume` of `x-sequence`). */
export function addResumeClauses(
  list: ClauseList,
  { sequence, envelope }: ChannelDescriptor,
): void {
  if (sequence === undefined) return;
  const { resumeParameter, endOfBacklog, tooOld, lastNumberPath } = sequence;
  const { watermarkField, identity } = sequence;
  const addClause = (rule: string, place: string, sentence: string): void =>
    list.add(`x-sequence.resume.${rule}`, ["x-sequence", "resume", place], sentence);
  const replay = `A connection with \`${resumeParameter}\` gets the same frames as before, starting at this number.`;
  addClause("replay", "parameter", replay);
  addClause("endOfBacklog", "endOfBacklog", `A replay ends with one \`${endOfBacklog}\`.`);
  if (lastNumberPath !== undefined) {
    const at = lastNumberPath.join("/");
    addClause(
      "lastNumber",
      "lastNumber",
      `At the end of a replay, \`/${at}\` is the highest number of the log.`,
    );
  }
  if (watermarkField !== undefined) {
    const sentence = `Frames with numbers up to \`/${watermarkField}\` come before the heartbeat, and frames with higher numbers after it.`;
    addClause("watermark", "watermark", sentence);
  }
  if (identity !== undefined) {
    const sentence = `\`/${identity.path.join("/")}\` equals the header \`${identity.header}\` of the connection.`;
    addClause("identity", "identity", sentence);
  }
  const error = envelope?.error === undefined ? "" : `the error \`${tooOld.errorCode}\` and `;
  const refusal = `A resume point that is too old is rejected with ${error}the close code ${tooOld.closeCode}.`;
  addClause("tooOld", "tooOld", refusal);
}

function stepSentence(counter: FeedCounter, which: string, within: string): string {
  const { step, from, previous } = counter;
  const at = pointersOf(counter);
  switch (step) {
    case "one":
      return `Within ${within}, ${at} of ${which} is the previous number plus 1.`;
    case "range":
      return `Within ${within}, \`${from}\` of ${which} is the previous ${at} plus 1.`;
    case "linked":
      return `Within ${within}, \`${previous}\` of ${which} is the previous ${at}.`;
    case "rising":
      return `Within ${within}, ${at} of ${which} is higher than the previous number.`;
    default:
      return step satisfies never;
  }
}

function scopeOf({ scope, key }: FeedCounter): string {
  if (scope === "connection") return "the connection";
  return scope === "topic" ? "a topic" : `a value of \`${key}\``;
}

function pointersOf({ at }: FeedCounter): string {
  return typeof at === "string" ? `\`${at}\`` : anyOfNames([...new Set(Object.values(at))]);
}

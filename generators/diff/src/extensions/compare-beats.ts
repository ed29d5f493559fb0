// Compares the heartbeats of a channel (`x-heartbeat`) to find which clients the server now disconnects
// because of a new interval, limit or ping.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { ChangeClass } from "../changes/change.ts";
import { canonicalText, writeChange, writeValue } from "../changes/write-value.ts";
import type { ExtensionEdit } from "./extension-edit.ts";

type Beat = JsonObject;

/** The number of silent intervals after which a connection counts as dead. */
const SILENT_INTERVALS = 2.5;

/**
 * Compares the heartbeats of two versions. `isCompared` returns true for a heartbeat if a different
 * function compares its message and `every`.
 */
export function compareBeats(
  base: JsonObject | undefined,
  revision: JsonObject | undefined,
  isCompared: (beat: Beat) => boolean,
): ExtensionEdit[] {
  const before = heartbeatsOf(base);
  const rest = [...heartbeatsOf(revision)];
  const edits: ExtensionEdit[] = [];
  const removed: Beat[] = [];
  for (const old of before) {
    const at = findPartner(old, rest);
    const [revised] = at < 0 ? [] : rest.splice(at, 1);
    if (revised === undefined) removed.push(old);
    else edits.push(...pairEdits(old, revised, isCompared(old) || isCompared(revised)));
  }
  const only = (beats: readonly Beat[]) => beats.filter((beat) => !isCompared(beat));
  return [
    ...only(removed).map((beat) => presenceEdit(beat, "removed")),
    ...only(rest).map((beat) => presenceEdit(beat, "added")),
    ...edits,
  ];
}

function heartbeatsOf(rule: JsonObject | undefined): readonly Beat[] {
  const beats = rule?.["beats"];
  return beats !== undefined && isJsonArray(beats) ? beats.filter(isJsonObject) : [];
}

/** Finds a heartbeat of the same side. Prefers one with the same message, payload or text. */
function findPartner(beat: Beat, others: readonly Beat[]): number {
  const isOfSide = (other: Beat): boolean => other["from"] === beat["from"];
  const isSame = (other: Beat): boolean =>
    isOfSide(other) &&
    ["message", "payload", "text"].every(
      (name) => optionalText(other[name]) === optionalText(beat[name]),
    );
  const same = others.findIndex(isSame);
  return same < 0 ? others.findIndex(isOfSide) : same;
}

function optionalText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : canonicalText(value);
}

function presenceEdit(beat: Beat, what: "added" | "removed"): ExtensionEdit {
  const isPing = beat["from"] === "client";
  const needsAnswer = isPing || beat["answer"] !== undefined;
  const name = isPing ? "a ping of the client" : "a heartbeat of the server";
  return {
    rule: isPing ? `heartbeat-ping-${what}` : `heartbeat-${what}`,
    class:
      what === "added" && !needsAnswer
        ? "non-breaking"
        : what === "added"
          ? "breaking"
          : "potentially-breaking",
    direction: isPing ? "request" : "response",
    details: [beat],
    message: what === "added" ? `${name} was added` : `${name} was removed: ${writeValue(beat)}`,
    why: presenceWhy(isPing, needsAnswer, what),
  };
}

function presenceWhy(isPing: boolean, needsAnswer: boolean, what: "added" | "removed"): string {
  if (what === "removed") {
    return isPing
      ? "Existing clients still send it, and the server may not know it."
      : "Clients notice a dead connection later, or not at all.";
  }
  if (isPing) return "Existing clients do not send it, so the server disconnects them.";
  return needsAnswer
    ? "Existing clients do not answer it, so the server disconnects them."
    : "Existing clients do not wait for it.";
}

function pairEdits(old: Beat, revised: Beat, isComparedElsewhere: boolean): ExtensionEdit[] {
  const isPing = old["from"] === "client";
  const own = isPing ? ["text", "answerText"] : [];
  const other = ["payload", "answer", ...own, ...(isComparedElsewhere ? [] : ["message", "every"])];
  return [
    ...intervalEdits(old, revised, isPing),
    ...limitEdits(old, revised),
    ...other.flatMap((name) => memberEdits(name, old[name], revised[name], isPing)),
  ];
}

function intervalEdits(old: Beat, revised: Beat, isPing: boolean): ExtensionEdit[] {
  const [before, after] = [old["everyMs"], revised["everyMs"]];
  if (before === after) return [];
  const [was, is] = [numberOf(before), numberOf(after)];
  const isLonger = is > was;
  const { class: changeClass, why } = isPing
    ? judgePing(was, is)
    : judgeSilence(numberOf(old["deadAfterMs"], was * SILENT_INTERVALS), was, is);
  return [
    {
      rule: isLonger ? "heartbeat-interval-increased" : "heartbeat-interval-decreased",
      class: changeClass,
      direction: isPing ? "request" : "response",
      details: [before ?? null, after ?? null],
      message: `\`everyMs\` of ${isPing ? "a ping of the client" : "a heartbeat of the server"} ${writeChange(before, after)}`,
      why,
    },
  ];
}

interface Verdict {
  readonly class: ChangeClass;
  readonly why: string;
}

/** Judges a new interval for the ping of clients. The server disconnects clients that ping too rarely. */
function judgePing(before: number, after: number): Verdict {
  if (before > after * SILENT_INTERVALS) {
    return {
      class: "breaking",
      why: `Existing clients send the ping every ${before} ms; the server disconnects them after ${after * SILENT_INTERVALS} ms.`,
    };
  }
  return before > after
    ? {
        class: "potentially-breaking",
        why: "Existing clients send the ping less often than the server expects.",
      }
    : { class: "non-breaking", why: "Existing clients send the ping more often than needed." };
}

/**
 * Judges a new interval for the server's heartbeat. Clients reconnect if the server is silent for too long.
 */
function judgeSilence(limitMs: number, before: number, after: number): Verdict {
  if (after > limitMs) {
    return {
      class: "breaking",
      why: `Existing clients reconnect after ${limitMs} ms of silence.`,
    };
  }
  return after > before
    ? {
        class: "potentially-breaking",
        why: "Existing clients expect the heartbeat more often, and reconnect if it is late.",
      }
    : {
        class: "non-breaking",
        why: "Existing clients wait longer than needed before they reconnect.",
      };
}

function limitEdits(old: Beat, revised: Beat): ExtensionEdit[] {
  const [before, after] = [old["deadAfterMs"], revised["deadAfterMs"]];
  if (before === after) return [];
  const isLonger =
    numberOf(after, numberOf(revised["everyMs"]) * SILENT_INTERVALS) >
    numberOf(before, numberOf(old["everyMs"]) * SILENT_INTERVALS);
  return [
    {
      rule: isLonger ? "heartbeat-limit-increased" : "heartbeat-limit-decreased",
      class: "potentially-breaking",
      direction: "response",
      details: [before ?? null, after ?? null],
      message: `\`deadAfterMs\` ${writeChange(before, after)}`,
      why: isLonger
        ? "Existing clients reconnect while the server still considers the connection alive."
        : "The server closes connections that existing clients still consider alive.",
    },
  ];
}

function memberEdits(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  isPing: boolean,
): ExtensionEdit[] {
  if (optionalText(before) === optionalText(after)) return [];
  const isSentByClient = name === "payload" || name === "text" || (name === "answer" && !isPing);
  return [
    {
      rule: "heartbeat-frame-changed",
      class: isSentByClient ? "breaking" : "potentially-breaking",
      direction: isSentByClient ? "request" : "response",
      details: [name, before ?? null, after ?? null],
      message: `\`${name}\` of ${isPing ? "a ping of the client" : "a heartbeat of the server"} ${writeChange(before, after)}`,
      why: isSentByClient
        ? "Existing clients send the old frame, which the server does not recognise as a heartbeat."
        : "Existing clients wait for the old frame, and reconnect if it does not arrive.",
    },
  ];
}

function numberOf(value: JsonValue | undefined, otherwise = Number.POSITIVE_INFINITY): number {
  return typeof value === "number" ? value : otherwise;
}

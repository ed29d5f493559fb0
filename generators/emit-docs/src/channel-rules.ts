// The promises of a channel's extensions, in sentences.

import type { Channel } from "@specwright/contract";
import { markdownCode } from "@specwright/emit-kit";

/** Writes the rules of numbering, subscription, signature and flow control as sentences. */
export function channelRules(channel: Channel): readonly string[] {
  return [...sequenceRules(channel), ...subscriptionRules(channel), ...connectionRules(channel)];
}

const codes = (names: readonly string[]): string => names.map(markdownCode).join(", ");

function sequenceRules({ sequence }: Channel): readonly string[] {
  if (sequence === undefined) return [];
  const { field, counts, resumeParameter, endOfBacklog, tooOld, identity, filters } = sequence;
  const rules = [
    `${markdownCode(field)} numbers the messages ${codes(counts)} without gaps.`,
    `${markdownCode(resumeParameter)} asks for everything from that number on; ${markdownCode(endOfBacklog)} says that the past is over.`,
    `A number older than the server keeps is answered with the error ${markdownCode(tooOld.errorCode)} and close code ${tooOld.closeCode}.`,
  ];
  if (identity !== undefined) {
    rules.push(
      `A resume point counts within one log, whose identity stands in the header ${markdownCode(identity.header)} of the answer to the upgrade and in ${markdownCode(identity.path.join("."))} of what repeats the number. ${markdownCode(identity.parameter)} names the log; a resume point of another log is answered as one that is too old.`,
    );
  }
  if (filters.length > 0) {
    rules.push(
      `With ${codes(filters)} the connection sees part of the sequence, so its numbers may skip.`,
    );
  }
  return rules;
}

function subscriptionRules({ subscription }: Channel): readonly string[] {
  if (subscription === undefined) return [];
  const { subscribe, unsubscribe, keysField, keyField, snapshot, diffs, counterField } =
    subscription;
  return [
    `${markdownCode(subscribe)} and ${markdownCode(unsubscribe)} list what is wanted in ${markdownCode(keysField)}.`,
    `Each new ${markdownCode(keyField)} is answered with one ${markdownCode(snapshot)}, then ${codes(diffs)} follow, numbered by ${markdownCode(counterField)} without gaps.`,
  ];
}

function connectionRules({ signature, flowControl }: Channel): readonly string[] {
  const rules: string[] = [];
  if (signature !== undefined) {
    const { algorithm, headers, lines, clockSkewMs } = signature;
    rules.push(
      `The upgrade request carries ${codes([headers.key, headers.timestamp, headers.signature])}: ${markdownCode(algorithm)} over ${lines.length} lines (${codes(lines)}), each ended by a newline. The timestamp may be off by ${clockSkewMs / 1000} s.`,
    );
  }
  if (flowControl !== undefined) {
    const { maxPendingFrames, maxPendingBytes, closeCode } = flowControl;
    rules.push(
      `A reader with more than ${maxPendingFrames} frames or ${maxPendingBytes} bytes pending is closed with ${closeCode}.`,
    );
  }
  return rules;
}

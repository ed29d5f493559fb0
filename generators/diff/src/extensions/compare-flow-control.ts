import type { FlowControl } from "@specwright/contract";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import type { ExtensionEdit } from "./extension-edit.ts";

/** Compares when a server closes the connection of a slow reader (`x-flow-control`). */
export function compareFlowControl({ base, revision }: ChannelPair): ExtensionEdit[] {
  const [before, after] = [base.flowControl, revision.flowControl];
  if (before !== undefined && after !== undefined) {
    return [...limitEdits(before, after), ...codeEdits(before, after)];
  }
  if (before === after) return [];
  return before === undefined
    ? [
        {
          rule: "flow-control-added",
          class: "potentially-breaking",
          direction: "response",
          message: "slow readers are closed now",
          why: "Clients that keep up notice nothing; others lose their connection.",
        },
      ]
    : [
        {
          rule: "flow-control-removed",
          class: "non-breaking",
          direction: "response",
          message: "slow readers are no longer said to be closed",
          why: "Clients are ready to be closed, and need not be.",
        },
      ];
}

function limitEdits(before: FlowControl, after: FlowControl): ExtensionEdit[] {
  return (["maxPendingFrames", "maxPendingBytes"] as const).flatMap((limit): ExtensionEdit[] => {
    if (before[limit] === after[limit]) return [];
    const isLess = after[limit] < before[limit];
    return [
      {
        rule: isLess ? "flow-control-limit-decreased" : "flow-control-limit-increased",
        class: isLess ? "potentially-breaking" : "non-breaking",
        direction: "response",
        details: [limit, before[limit], after[limit]],
        message: `\`${limit}\` is ${after[limit]}; it was ${before[limit]}`,
        why: isLess
          ? "Clients that just kept up may lose their connection."
          : "Clients that kept up keep up.",
      },
    ];
  });
}

function codeEdits(
  { closeCode: before }: FlowControl,
  { closeCode: after }: FlowControl,
): ExtensionEdit[] {
  if (before === after) return [];
  return [
    {
      rule: "flow-control-close-code-changed",
      class: "potentially-breaking",
      direction: "response",
      details: [before, after],
      message: `slow readers are closed with ${after}; it was ${before}`,
      why: "Clients reconnect by what they know of the new code, and do not tell their caller that they are too slow.",
    },
  ];
}

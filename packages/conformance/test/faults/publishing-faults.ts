import type { PublishAction } from "../../src/index.ts";
import { ConformanceError } from "../../src/report/conformance-error.ts";
import type { Fault } from "./fault.ts";

/** Publishes frames without the given keys. */
function withoutValues(
  name: string,
  breaks: string,
  isFor: (action: PublishAction) => boolean,
  filters: readonly string[],
): Fault {
  return {
    name,
    breaks: [breaks],
    stimulus: ({ stimulus }) => ({
      ...stimulus,
      publish(action) {
        if (action.keys !== undefined || !isFor(action)) return stimulus.publish(action);
        const keys = Object.fromEntries(filters.map((filter) => [filter, []]));
        return stimulus.publish({ ...action, keys });
      },
    }),
  };
}

/** Violations of the rules of incoming frames, one at a time. */
export const publishingFaults: readonly Fault[] = [
  {
    name: "frames-overtake-what-was-refused",
    breaks: ["S20.4", "S20.5"],
    // Refuses frames without remembering them.
    stimulus({ stimulus }) {
      const failing = new Map<string, number>();
      return {
        ...stimulus,
        failWrites: async ({ brokerId, count }) => void failing.set(brokerId, count),
        async publish(action) {
          const left = failing.get(action.brokerId ?? "") ?? 0;
          if (left === 0) return stimulus.publish(action);
          failing.set(action.brokerId ?? "", left - 1);
          const refused = { code: "log_full", retry: true };
          throw new ConformanceError("stimulus_failed", "there is no room", { refused });
        },
      };
    },
  },
  {
    name: "repeats-are-published-again",
    breaks: ["S20.5"],
    mayBreak: ["S20.4"],
    stimulus({ stimulus }) {
      const refused = new Set<string | undefined>();
      return {
        ...stimulus,
        async publish(action) {
          const { frameId, ...nameless } = action;
          try {
            const seq = await stimulus.publish(action);
            return refused.delete(frameId) ? await stimulus.publish(nameless) : seq;
          } catch (error) {
            refused.add(frameId);
            throw error;
          }
        },
      };
    },
  },
  withoutValues("payouts-have-no-event", "S22.1", ({ channel }) => channel === "payouts", [
    "event_id",
  ]),
  withoutValues(
    "rejects-are-nobody's",
    "S22.2",
    ({ message }) => message["type"] === "order_reject",
    ["market", "event_id", "account_id"],
  ),
];

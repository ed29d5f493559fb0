import type { ServiceUnderTest } from "../start-service.ts";
import { changePayload, changeQuery, type Fault } from "./fault.ts";

/** An identity that no log has. */
const OTHER_LOG = "f".repeat(32);

/** Signs requests of unknown clients, for things that they may not have. */
function signsForStrangers(
  name: string,
  breaks: string,
  isFor: (target: string) => boolean,
): Fault {
  return {
    name,
    breaks: [breaks],
    proxy: ({ account }: ServiceUnderTest) => ({
      signAs: ({ target, headers }) =>
        Object.keys(headers).length === 0 && isFor(target) ? account : undefined,
    }),
  };
}

/** Violations of the rules of log identities and of the checks of an upgrade, one at a time. */
export const historyFaults: readonly Fault[] = [
  {
    name: "heartbeats-name-another-log",
    breaks: ["sequenced.x-sequence.resume.identity"],
    proxy: () => ({
      frame: (frame) =>
        frame.type === "heartbeat" && frame.value["payload"] !== undefined
          ? [changePayload(frame, { log_id: OTHER_LOG })]
          : [frame],
    }),
  },
  {
    name: "numbers-of-another-log-are-joined",
    breaks: ["S21.2"],
    proxy: () => ({
      target: ({ target }) => changeQuery(target, (query) => query.delete("log_id")),
    }),
  },
  {
    name: "replaced-log-goes-unnoticed",
    breaks: ["S21.3"],
    stimulus: ({ stimulus }) => ({ ...stimulus, replaceLog: async () => {} }),
  },
  {
    name: "resume-ahead-waits-for-a-heartbeat",
    breaks: ["S26.1"],
    proxy: () => {
      const since = new Map<object, number>();
      return {
        opened: (line) => void since.set(line, Date.now()),
        frame(frame, line) {
          const ahead = (line.query.get("since")?.length ?? 0) > 18;
          const early = Date.now() - (since.get(line) ?? 0) < 5000;
          return ahead && early && frame.type === "heartbeat" ? [] : [frame];
        },
      };
    },
  },
  signsForStrangers("other-versions-need-no-key", "S24.1", (target) => target.startsWith("/v999/")),
  {
    name: "other-versions-take-any-parameter",
    breaks: ["S24.2"],
    proxy: () => ({
      target: ({ target }) => (target === "/v999/orders?since=abc" ? "/v999/orders" : undefined),
    }),
  },
  {
    name: "parameters-are-checked-before-limits",
    breaks: ["S24.3"],
    proxy: () => ({
      refusal: (refusal, { target }) =>
        refusal.status === 429 && target.endsWith("since=abc")
          ? { ...refusal, status: 400 }
          : refusal,
    }),
  },
];

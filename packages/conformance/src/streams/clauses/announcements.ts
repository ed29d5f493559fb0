// The announcement of the end of an event or a market: S27.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { seenExchange } from "../checks/watch-exchange.ts";
import type { Frame } from "../line/frame.ts";
import { textAt } from "../stimulus/json-values.ts";
import { lifecycle } from "../stimulus/samples.ts";

/** Returns the end that a frame announces, `settled` or `voided`; undefined for other frames. */
function endOf({ value }: Frame): string | undefined {
  return /^(?:event|market)\.(settled|voided)$/.exec(textAt(value, "event_type") ?? "")?.[1];
}

/** Returns the id of the event or market that a frame is about. */
function subjectOf({ value }: Frame): string {
  const market = textAt(value, "market_id");
  return market === undefined ? `event ${textAt(value, "event_id")}` : `market ${market}`;
}

/** Publishes the end of a settled market and of a voided one, each with its event. */
async function publishEnds(context: CheckContext): Promise<readonly Frame[]> {
  const line = await context.open("events");
  let last = 0n;
  for (const status of ["settled", "voided"] as const) {
    const subject = { market: context.unique("market"), event: context.unique("event") };
    for (const kind of ["market", "event"] as const) {
      const change = { old_status: "closed", new_status: status };
      for (const message of [
        lifecycle(`${kind}.${status}`, subject),
        lifecycle(`${kind}.status_changed`, subject, change),
      ]) {
        last = await context.publish({ channel: "events", message });
      }
    }
  }
  return line.dataUntil(last);
}

export const announcements: readonly CheckedClause[] = [
  {
    id: "S27.1",
    source: "S27; 6 (ordering at resolution)",
    sentence:
      "After a settlement or voiding, the next frame of the event or market is `status_changed`.",
    async check(context) {
      const frames = context.can("publish")
        ? await publishEnds(context)
        : (await seenExchange(context)).record.lifecycle;
      let judged = 0;
      for (const [index, frame] of frames.entries()) {
        const end = endOf(frame);
        if (end === undefined) continue;
        const subject = subjectOf(frame);
        const next = frames.slice(index + 1).find((one) => subjectOf(one) === subject);
        // The next frame may not have arrived yet.
        if (next === undefined && index === frames.length - 1 && !context.can("publish")) continue;
        const [type, status] = [
          textAt(next?.value, "event_type") ?? "nothing",
          textAt(next?.value, "payload", "new_status"),
        ];
        const fits = type.endsWith(".status_changed") && status === end;
        demand(fits, `${subject} was ${end}, and next came ${type} ${status ?? ""}`.trim());
        judged += 1;
      }
      return judged > 0
        ? `${judged} ends, each announced`
        : notRun("nothing was settled or voided", { kind: "wait" });
    },
  },
];

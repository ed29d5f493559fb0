// Breaks one thing of a request that was in order, and says what must come of it.

import type { Random } from "../generate/random.ts";
import { bodyBreaks } from "./break-body.ts";
import { headBreaks } from "./break-head.ts";
import { sizeBreaks } from "./break-size.ts";
import type { Draft, Wants } from "./draw-request.ts";
import type { World } from "./world.ts";

const breaks = [...bodyBreaks, ...headBreaks];

/** How often, in a hundred, a request is too large: they cost more than they tell. */
const TOO_LARGE = 8;

/** Breaks one thing of a draft. What breaks the schema must be refused, as 400 where it is read. */
export function breakRequest(draft: Draft, world: World, random: Random): Wants {
  const among = random.chance(TOO_LARGE) ? sizeBreaks : breaks;
  for (let tries = 0; tries < 8; tries += 1) {
    const wants = random.pick(among)(draft, world, random);
    if (wants !== undefined) return whereRead(draft, wants);
  }
  return { why: "in order" };
}

/** A body that is larger than its operation takes is refused before its schema is looked at. */
function whereRead({ operation, body }: Draft, wants: Wants): Wants {
  const most = operation.body?.maxBytes ?? Number.POSITIVE_INFINITY;
  if (wants.statuses === undefined || body === undefined || body.byteLength <= most) return wants;
  return { ...wants, statuses: wants.statuses.map((status) => (status === 400 ? 413 : status)) };
}

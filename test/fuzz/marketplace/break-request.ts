// Breaks one part of a valid request and determines the expected response.

import type { Random } from "../generate/random.ts";
import { bodyBreaks } from "./break-body.ts";
import { headBreaks } from "./break-head.ts";
import { sizeBreaks } from "./break-size.ts";
import type { Draft, Wants } from "./draw-request.ts";
import type { World } from "./world.ts";

const breaks = [...bodyBreaks, ...headBreaks];

/** The percentage of requests that are too large, which cost more than they reveal. */
const TOO_LARGE = 8;

/**
 * Breaks one part of a draft. A violation of the schema must be refused, with 400 if the body is
 * read.
 */
export function breakRequest(draft: Draft, world: World, random: Random): Wants {
  const among = random.chance(TOO_LARGE) ? sizeBreaks : breaks;
  for (let tries = 0; tries < 8; tries += 1) {
    const wants = random.pick(among)(draft, world, random);
    if (wants !== undefined) return whereRead(draft, wants);
  }
  return { why: "in order" };
}

/** A body that exceeds the limit of its operation is refused before its schema is checked. */
function whereRead({ operation, body }: Draft, wants: Wants): Wants {
  const most = operation.body?.maxBytes ?? Number.POSITIVE_INFINITY;
  if (wants.statuses === undefined || body === undefined || body.byteLength <= most) return wants;
  return { ...wants, statuses: wants.statuses.map((status) => (status === 400 ? 413 : status)) };
}

// Makes a request too large: its body, its target or its headers.

import type { Break } from "./draw-request.ts";
import { BODY_BYTES } from "./world.ts";

/** Longer than the allowed target, and than the target and headers together. */
const [LONG, LONGER] = [9_000, 17_000];

/** The ways to be too large. */
export const sizeBreaks: readonly Break[] = [
  function body(draft, _world, random) {
    if (draft.body === undefined) return undefined;
    const blank = Buffer.alloc(BODY_BYTES + 1 + random.below(1000), " ");
    draft.body = random.chance(50) ? blank : Buffer.concat([draft.body, blank]);
    return { why: "a body that is too large", statuses: [413] };
  },
  function query(draft) {
    draft.query.push(["limit", "9".repeat(LONG)]);
    return { why: "a query that is too long", statuses: [414] };
  },
  function path(draft) {
    if (!/\d/.test(draft.path)) return undefined;
    draft.path = draft.path.replace(/\d+/, "9".repeat(LONG));
    return { why: "a path that is too long", statuses: [414] };
  },
  function headers(draft) {
    for (let at = 0; at < 101; at += 1) draft.headers[`x-header-${at}`] = "1";
    return { why: "too many headers", statuses: [431] };
  },
  function header(draft) {
    // The parser refuses it before it knows the method, and does not wait for a body.
    if (draft.method !== "GET") return undefined;
    draft.headers["x-long"] = "x".repeat(LONGER);
    return { why: "a header that is too long", statuses: [431] };
  },
];

// Breaks the part of a request before the body: path, query or headers.

import type { Break } from "./draw-request.ts";

const refused: readonly number[] = [400];

const badIds = [
  ...["0", "-1", "01", "1e2", "0x10", "1.0", "%2b1", "9007199254740993", "1;x", "%00", "nan"],
  ...["%C3%A9", "1%2F2", "%25", "true", "99999999999999999999999999", "%31%20", "'--"],
];

const badHeaders: readonly (readonly [string, readonly string[]])[] = [
  ["if-match", ["3", '"1" "2"', 'w/"3"', "", "x".repeat(65), "é"]],
  ["idempotency-key", ["short", "", "x".repeat(129), "has a space in the middle", "é".repeat(20)]],
];

const badTypes = ["text/plain", "application/xml", "application/jsonp", "*/*", "json", "", "a/b/c"];

/** The ways to break a head. */
export const headBreaks: readonly Break[] = [
  function type(draft, _world, random) {
    if (draft.body === undefined) return undefined;
    draft.headers["content-type"] = random.pick(badTypes);
    return { why: "another content type", statuses: [400, 415] };
  },
  function path(draft, _world, random) {
    if (!/\d/.test(draft.path)) return undefined;
    const bad = random.pick(badIds);
    draft.path = draft.path.replace(/\d+/, bad);
    return { why: `an id ${bad}`, statuses: [400, 404] };
  },
  function missing(draft, _world, random) {
    if (!/\d/.test(draft.path)) return undefined;
    draft.path = draft.path.replace(/\d+/, `${9_000_000 + random.below(1000)}`);
    return { why: "an id of nothing", statuses: [400, 403, 404, 422] };
  },
  function header(draft, _world, random) {
    const [name, values] = random.pick(badHeaders);
    const declared = draft.operation.parameters.find((one) => one.name.toLowerCase() === name);
    if (declared === undefined) return undefined;
    const value = random.pick(values);
    draft.headers[name] = Buffer.from(value).toString("latin1");
    return { why: `header ${name}: ${value}`, statuses: refused };
  },
  function query(draft, _world, random) {
    const extra = random.pick([
      "unknown",
      "limit",
      "__proto__",
      "status",
      "cursor",
      "user_id",
      "limit[]",
    ]);
    const value = random.pick([
      "",
      "0",
      "101",
      "1e1",
      "%",
      "\u0000",
      "é",
      "' OR 1=1 --",
      "publish,draft",
    ]);
    const declared = draft.operation.parameters.find(
      (one) => one.in === "query" && one.name === extra,
    );
    draft.query.push([extra, value]);
    // Images ignore their query: shops use it to bypass old copies in caches.
    if (draft.operation.id === "getImage") return { why: `a query ${extra}=${value}` };
    if (declared?.keeps(value) === true) return { why: `a query ${extra}=${value}` };
    return { why: `a query ${extra}=${value}`, statuses: refused };
  },
];

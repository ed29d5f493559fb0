// Breaks one thing of a request that was in order, and says what must come of it.

import { mutateBytes } from "../generate/mutate-bytes.ts";
import { mutateText } from "../generate/mutate-text.ts";
import type { Random } from "../generate/random.ts";
import { isRecord } from "../reference/check.ts";
import type { Draft, Wants } from "./draw-request.ts";
import { formBody, pixel, UPLOAD_TYPE, uploadOf } from "./uploads.ts";
import type { World } from "./world.ts";

type Break = (draft: Draft, world: World, random: Random) => Wants | undefined;

const refused: readonly number[] = [400];

/** Lists members that no body may have, whoever asks. */
const foreignMembers = [
  "role",
  "status_",
  "user_id",
  "password_hash",
  "version",
  "__proto__",
  "constructor",
  "toString",
  "a b",
  "",
  "é",
];

const badIds = [
  ...["0", "-1", "01", "1e2", "0x10", "1.0", "%2b1", "9007199254740993", "1;x", "%00", "nan"],
  ...["%C3%A9", "1%2F2", "%25", "true", "99999999999999999999999999", "%31%20", "'--"],
];

const badHeaders: readonly (readonly [string, readonly string[]])[] = [
  ["if-match", ["3", 'W/"3"', '"a"', '"1", "2"', "", "x".repeat(65), '"-1"', "é"]],
  ["idempotency-key", ["short", "", "x".repeat(129), "has a space in the middle", "é".repeat(20)]],
];

const badTypes = ["text/plain", "application/xml", "application/jsonp", "*/*", "json", "", "a/b/c"];

const breaks: readonly Break[] = [
  function member(draft, _world, random) {
    const value = bodyOf(draft);
    if (value === undefined) return undefined;
    const names = Object.keys(value);
    const kind = random.below(4);
    if (kind === 0 || names.length === 0) {
      const name = random.pick(foreignMembers);
      const text = JSON.stringify(value);
      const comma = names.length === 0 ? "" : ",";
      draft.body = Buffer.from(`${text.slice(0, -1)}${comma}${JSON.stringify(name)}:1}`);
      return { why: `a member ${name} that is not for callers`, statuses: refused };
    }
    const name = random.pick(names);
    if (kind === 1) delete value[name];
    if (kind === 2)
      value[name] = random.pick([1, -1.5, true, [], {}, null, "", 1e300, [value[name]]]);
    if (kind === 3) value[name] = "x".repeat(random.pick([65, 257, 2049, 10_241, 70_000]));
    draft.body = Buffer.from(JSON.stringify(value));
    return judged(draft, `member ${name} broken`);
  },
  function text(draft, _world, random) {
    if (bodyOf(draft) === undefined) return undefined;
    draft.body = Buffer.from(mutateText(String(draft.body), random));
    return judged(draft, "a text that was edited");
  },
  function bytes(draft, _world, random) {
    if (bodyOf(draft) === undefined) return undefined;
    draft.body = Buffer.from(mutateBytes(new Uint8Array(draft.body ?? []), random));
    // Bytes that are not UTF-8 are for the codec fuzz to judge.
    return { why: "bytes that were edited" };
  },
  function malformed(draft, _world, random) {
    if (bodyOf(draft) === undefined) return undefined;
    const texts = ["{", "nul", "[]", '"{}"', "{}{}", "\ufeff{}", "{'a':1}", `${"[".repeat(200)}1`];
    const empty = draft.operation.body?.required === true ? [""] : [];
    draft.body = Buffer.from(random.pick([...texts, ...empty]));
    return { why: "no JSON object", statuses: refused };
  },
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
    if (declared?.keeps(value) === true) return { why: `a query ${extra}=${value}` };
    return { why: `a query ${extra}=${value}`, statuses: refused };
  },
  function upload(draft, world, random) {
    if (draft.headers["content-type"] !== UPLOAD_TYPE) return undefined;
    const [id, file] = uploadOf(random.pick(world.listings));
    if (id === undefined || file === undefined) return undefined;
    const forms = [
      [id],
      [file],
      [id, file, file],
      [id, id, file],
      [id, file, { name: "status", bytes: Buffer.from("publish") }],
      [id, file, { name: "sha256", bytes: Buffer.from("0".repeat(64)) }],
      [id, { ...file, bytes: Buffer.from("<svg/>") }],
      [id, { ...file, bytes: pixel.subarray(0, random.below(40)) }],
      [{ ...id, bytes: Buffer.from(random.pick(["", "x", "-1", "1e2"])) }, file],
      [id, { ...file, file: { name: "a.html", type: "text/html" } }],
    ];
    draft.body = formBody(random.pick(forms));
    if (random.chance(10)) draft.body = draft.body.subarray(0, random.below(draft.body.length));
    return { why: "a form that is broken", statuses: [400, 403, 404, 409, 413, 415, 422] };
  },
];

/** Breaks one thing of a draft. What breaks the schema must be refused, as 400 where it is read. */
export function breakRequest(draft: Draft, world: World, random: Random): Wants {
  for (let tries = 0; tries < 8; tries += 1) {
    const wants = random.pick(breaks)(draft, world, random);
    if (wants !== undefined) return wants;
  }
  return { why: "in order" };
}

/** Says what the contract, read by the reference, makes of the body of a draft. */
export function judged({ operation, body }: Draft, why: string): Wants {
  const schema = operation.body?.type === "application/json" ? operation.body : undefined;
  if (schema?.keeps(String(body)) !== false) return { why };
  return { why: `${why}, off the schema`, statuses: refused, never: [] };
}

function bodyOf({ body, operation }: Draft): Record<string, unknown> | undefined {
  if (operation.body?.type !== "application/json" || body === undefined) return undefined;
  const value: unknown = JSON.parse(String(body));
  return isRecord(value) ? { ...value } : undefined;
}

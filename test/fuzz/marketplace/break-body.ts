// Breaks the body of a request.

import { mutateBytes } from "../generate/mutate-bytes.ts";
import { mutateText } from "../generate/mutate-text.ts";
import { isRecord } from "../reference/check.ts";
import type { Break, Draft, Wants } from "./draw-request.ts";
import { formBody, imageUpload, pixel, UPLOAD_TYPE } from "./uploads.ts";

const refused: readonly number[] = [400];

/** Members that no body may have, whatever its sender. */
const foreignMembers = [
  "role",
  "featured",
  "id",
  "status",
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

/** The ways to break a body. */
export const bodyBreaks: readonly Break[] = [
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
    return wantedAnswer(draft, `member ${name} broken`);
  },
  function text(draft, _world, random) {
    if (bodyOf(draft) === undefined) return undefined;
    draft.body = Buffer.from(mutateText(String(draft.body), random));
    return wantedAnswer(draft, "a text that was edited");
  },
  function bytes(draft, _world, random) {
    if (bodyOf(draft) === undefined) return undefined;
    draft.body = Buffer.from(mutateBytes(new Uint8Array(draft.body ?? []), random));
    // Bytes that are not UTF-8 are covered by the codec fuzz.
    return { why: "bytes that were edited" };
  },
  function malformed(draft, _world, random) {
    if (bodyOf(draft) === undefined) return undefined;
    const texts = ["{", "nul", "[]", '"{}"', "{}{}", "\ufeff{}", "{'a':1}", `${"[".repeat(200)}1`];
    const empty = draft.operation.body?.required === true ? [""] : [];
    draft.body = Buffer.from(random.pick([...texts, ...empty]));
    return { why: "no JSON object", statuses: refused };
  },
  function upload(draft, world, random) {
    if (draft.headers["content-type"] !== UPLOAD_TYPE) return undefined;
    const [id, file] = imageUpload(random.pick(world.listings));
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

/** Returns the expected response to the body of a draft, according to the reference. */
export function wantedAnswer({ operation, body }: Draft, why: string): Wants {
  const schema = operation.body?.type === "application/json" ? operation.body : undefined;
  if (schema?.keeps(String(body)) !== false) return { why };
  return { why: `${why}, off the schema`, statuses: refused, never: [] };
}

function bodyOf({ body, operation }: Draft): Record<string, unknown> | undefined {
  if (operation.body?.type !== "application/json" || body === undefined) return undefined;
  const value: unknown = JSON.parse(String(body));
  return isRecord(value) ? { ...value } : undefined;
}

// The judge of the marketplace fuzz detects every kind of wrong response.

import { expect, test } from "vitest";
import { readContract } from "./marketplace/contract-operations.ts";
import type { Drawn } from "./marketplace/draw-request.ts";
import type { Received } from "./marketplace/exchange.ts";
import { judgeAnswer } from "./marketplace/judge-answer.ts";

const contract = readContract("marketplace/openapi.yaml");
const person = {
  ...{ id: 1, username: "ada", email: "ada@people.example", role: "member" as const },
  ...{ password: "correct horse battery", sessions: [] },
};
const session = { id: 1, token: "t" };
const live = { kind: "live", person, session } as const;

const drawn: Drawn = {
  operation: contract.operations.find(({ id }) => id === "createListing"),
  credential: live,
  sent: { method: "POST", target: "/listings", headers: {}, body: undefined },
  wants: { why: "a test" },
};
const listing = {
  ...{ id: 1, user_id: 1, status: "draft", held: false, title: "t", description: null },
  ...{ seller: { username: "ada" }, images: [], version: 1 },
  ...{ created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" },
};
const created = answer(
  201,
  "application/json",
  { data: listing },
  { etag: '"1.F1BmmOKh3KkrIZbE"' },
);

function answer(status: number, type: string, body: object, headers: object = {}): Received {
  const all = { "x-request-id": "r", ...headers };
  return {
    status,
    type,
    headers: new Map(Object.entries(all)),
    body: Buffer.from(JSON.stringify(body)),
  };
}

function problem(status: number, more: object = {}): Received {
  const body = { type: "about:blank", title: "t", status, code: "a_code", ...more };
  return answer(status, "application/problem+json", body);
}

test("a response that follows the contract is accepted", () => {
  expect(judgeAnswer(contract, drawn, created)).toBeUndefined();
  expect(judgeAnswer(contract, drawn, problem(400))).toBeUndefined();
});

test.each<[string, Partial<Drawn>, Received, string]>([
  ["a 500", {}, problem(500), "a 500"],
  ["an undocumented status", {}, { ...created, status: 202 }, "status 202 is not documented"],
  ["an undocumented type", {}, { ...created, type: "text/plain" }, "type text/plain"],
  [
    "a member too few",
    {},
    answer(201, "application/json", { data: { ...listing, title: undefined } }),
    "a body off its schema",
  ],
  [
    "a bad header",
    {},
    {
      ...created,
      headers: new Map([
        ["x-request-id", "r"],
        ["etag", "1"],
      ]),
    },
    "header ETag",
  ],
  ["no request id", {}, { ...created, headers: new Map() }, "no X-Request-Id"],
  ["no code", {}, problem(400, { code: undefined }), "a problem"],
  ["another status inside", {}, problem(400, { status: 404 }), "a problem that says 404"],
  ["an error that is not a problem", {}, answer(400, "application/json", {}), "an error of type"],
  ["no session needed", { credential: { kind: "none" } }, created, "without a session, not 401"],
  ["a live session refused", {}, problem(401), "a session that lives is refused"],
  ["bad input taken", { wants: { why: "bad", statuses: [400] } }, created, "201, not 400"],
  ["good input refused", { wants: { why: "good", never: [400] } }, problem(400), "400 for what is"],
  ["a method that is served", { operation: undefined }, created, "status 201 of what there is not"],
  ["405 without Allow", { operation: undefined }, problem(405), "a 405 without Allow"],
])("%s is a failure", (_name, changed, given, want) => {
  expect(judgeAnswer(contract, { ...drawn, ...changed }, given)).toContain(want);
});

// A table of requests and their answers, over a socket.

import { describe, expect, onTestFinished, test } from "vitest";
import { at, errorPointers, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";

interface Case {
  readonly name: string;
  readonly as?: "ada" | "bob" | "root";
  /** Method and path below the base URL. */
  readonly request: string;
  readonly body?: object | string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code?: string;
  readonly pointers?: readonly string[];
}

const newUser = { username: "eve", email: "eve@people.example", password: "long enough" };
const json = "application/json";

const cases: readonly Case[] = [
  // POST /users
  { name: "registers", request: "POST /users", body: newUser, status: 201 },
  {
    name: "takes 8 characters of password",
    request: "POST /users",
    body: { ...newUser, password: "qz7-kd9w" },
    status: 201,
  },
  {
    name: "takes 128 characters of password",
    request: "POST /users",
    body: { ...newUser, password: "x".repeat(128) },
    status: 201,
  },
  {
    name: "refuses 7 and 129 characters of password",
    request: "POST /users",
    body: { ...newUser, password: "1234567", username: "a".repeat(61) },
    status: 400,
    code: "validation_failed",
    pointers: ["/username", "/password"],
  },
  {
    name: "refuses 129 characters of password",
    request: "POST /users",
    body: { ...newUser, password: "x".repeat(129) },
    status: 400,
    pointers: ["/password"],
  },
  {
    name: "names every fault at once, undeclared fields too",
    request: "POST /users",
    body: { username: "no spaces", email: "nowhere", role: "admin", id: 1 },
    status: 400,
    code: "validation_failed",
    pointers: ["/username", "/email", "/password", "/role", "/id"],
  },
  {
    name: "refuses the fields of a record",
    request: "POST /users",
    body: { ...newUser, password_hash: "x", created_at: 1, email_key: "x", constructor: 1 },
    status: 400,
    pointers: ["/password_hash", "/created_at", "/email_key", "/constructor"],
  },
  {
    name: "refuses __proto__",
    request: "POST /users",
    body: `{"username":"eve","email":"eve@people.example","password":"long enough","__proto__":{"role":"admin"}}`,
    status: 400,
    pointers: ["/__proto__"],
  },
  {
    name: "does not coerce",
    request: "POST /users",
    body: { ...newUser, first_name: 5, last_name: null, description: ["x"] },
    status: 400,
    pointers: ["/description", "/first_name", "/last_name"],
  },
  {
    name: "refuses half a character",
    request: "POST /users",
    body: `{"username":"eve","email":"eve@people.example","password":"long enough \\ud800","first_name":"\\udfff"}`,
    status: 400,
    pointers: ["/password", "/first_name"],
  },
  {
    name: "refuses control characters in a name",
    request: "POST /users",
    body: { ...newUser, first_name: "a\r\nBcc: b@c.example", last_name: "\0" },
    status: 400,
    pointers: ["/first_name", "/last_name"],
  },
  {
    name: "refuses a name that is taken, in another case",
    request: "POST /users",
    body: { ...newUser, username: "ADA" },
    status: 409,
    code: "username_taken",
    pointers: ["/username"],
  },
  {
    name: "refuses an address that is taken, in another case",
    request: "POST /users",
    body: { ...newUser, email: "Ada@People.EXAMPLE" },
    status: 409,
    code: "email_taken",
    pointers: ["/email"],
  },
  {
    name: "refuses two addresses in one",
    request: "POST /users",
    body: { ...newUser, email: "a@x.example, b@x.example" },
    status: 400,
    pointers: ["/email"],
  },
  { name: "refuses a missing body", request: "POST /users", status: 400, pointers: [""] },
  {
    name: "refuses what is not JSON",
    request: "POST /users",
    body: "{",
    status: 400,
    code: "malformed_request",
  },
  {
    name: "refuses bytes that are not UTF-8",
    request: "POST /users",
    body: Uint8Array.of(0x7b, 0xff, 0x7d),
    status: 400,
    code: "malformed_request",
  },
  {
    name: "refuses a key that is named twice",
    request: "POST /users",
    body: `{"username":"eve","username":"ada"}`,
    status: 400,
    code: "malformed_request",
  },
  {
    name: "refuses an array",
    request: "POST /users",
    body: [newUser],
    status: 400,
    pointers: [""],
  },
  {
    name: "refuses another content type",
    request: "POST /users",
    body: "username=eve",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "refuses a body over the limit",
    request: "POST /users",
    body: { ...newUser, description: "x".repeat(1024 * 1024) },
    status: 413,
    code: "payload_too_large",
  },

  // POST /users/login
  {
    name: "logs in by address in any case",
    request: "POST /users/login",
    body: { username_or_email: "ADA@people.example", password: PASSWORD },
    status: 200,
  },
  {
    name: "refuses a wrong password",
    request: "POST /users/login",
    body: { username_or_email: "ada", password: "wrong" },
    status: 401,
    code: "invalid_credentials",
  },
  {
    name: "refuses an unknown user in the same way",
    request: "POST /users/login",
    body: { username_or_email: "nobody", password: "wrong" },
    status: 401,
    code: "invalid_credentials",
  },
  {
    name: "does not trim a password",
    request: "POST /users/login",
    body: { username_or_email: "ada", password: `${PASSWORD} ` },
    status: 401,
    code: "invalid_credentials",
  },
  {
    name: "refuses more fields",
    request: "POST /users/login",
    body: { username_or_email: "ada", password: PASSWORD, session_id: 1 },
    status: 400,
    pointers: ["/session_id"],
  },

  // sessions
  { name: "wants a session", request: "GET /users/me", status: 401, code: "unauthorized" },
  {
    name: "refuses a token nobody has",
    request: "GET /users/me",
    headers: { authorization: `Bearer ${"A".repeat(43)}` },
    status: 401,
    code: "unauthorized",
  },
  {
    name: "refuses an endless token",
    request: "GET /users/me",
    headers: { authorization: `Bearer ${"A".repeat(8192)}` },
    status: 401,
    code: "unauthorized",
  },
  {
    name: "refuses an empty token",
    request: "GET /users/me",
    headers: { authorization: "Bearer " },
    status: 401,
  },
  {
    name: "refuses another scheme",
    request: "GET /users/me",
    headers: { authorization: "Basic YWRhOng=" },
    status: 401,
  },
  { name: "reads oneself", as: "ada", request: "GET /users/me", status: 200 },
  { name: "logs out", as: "ada", request: "POST /users/logout", status: 204 },

  // GET, POST /users/{user_id}
  { name: "reads another user", as: "ada", request: "GET /users/2", status: 200 },
  { name: "misses a user", as: "ada", request: "GET /users/99", status: 404, code: "not_found" },
  ...["0", "-1", "1e0", "0x1", "01", "+1", "1.0", "1;x", "9007199254740992", "%00", "1%20"].map(
    (id): Case => ({
      name: `refuses the user ${id}`,
      as: "ada",
      request: `GET /users/${id}`,
      status: 400,
      pointers: ["/user_id"],
    }),
  ),
  {
    name: "keeps others from updating",
    as: "bob",
    request: "POST /users/1",
    body: { first_name: "Eve" },
    status: 403,
    code: "forbidden",
  },
  {
    name: "misses a user to update",
    as: "root",
    request: "POST /users/99",
    body: { first_name: "Eve" },
    status: 404,
  },
  {
    name: "refuses to make someone an administrator",
    as: "ada",
    request: "POST /users/1",
    body: { role: "admin", username: "eve", email_verified: true },
    status: 400,
    pointers: ["/role", "/username", "/email_verified"],
  },
  {
    name: "wants the password for another one",
    as: "ada",
    request: "POST /users/1",
    body: { password: "battery horse correct" },
    status: 400,
    code: "validation_failed",
    pointers: ["/current_password"],
  },
  {
    name: "wants the right password for another address",
    as: "ada",
    request: "POST /users/1",
    body: { email: "lovelace@people.example", current_password: "wrong" },
    status: 400,
    pointers: ["/current_password"],
  },
  {
    name: "refuses an address that is taken in an update",
    as: "ada",
    request: "POST /users/1",
    body: { email: "BOB@people.example", current_password: PASSWORD },
    status: 409,
    code: "email_taken",
    pointers: ["/email"],
  },
  {
    name: "cannot clear an address",
    as: "ada",
    request: "POST /users/1",
    body: { email: null },
    status: 400,
    pointers: ["/email"],
  },

  // listings
  {
    name: "creates a draft",
    as: "ada",
    request: "POST /listings",
    body: { title: "x" },
    status: 201,
  },
  {
    name: "refuses a draft without a title, and fields of a record",
    as: "ada",
    request: "POST /listings",
    body: { status: "publish", user_id: 2, version: 7, featured: true },
    status: 400,
    pointers: ["/title", "/status", "/user_id", "/version", "/featured"],
  },
  {
    name: "wants a session for a listing",
    request: "POST /listings",
    body: { title: "x" },
    status: 401,
  },
  { name: "reads what is published", as: "bob", request: "GET /listings/1", status: 200 },
  ...[2, 3, 4, 5].flatMap((id): Case[] => [
    { name: `hides ${id} from others`, as: "bob", request: `GET /listings/${id}`, status: 404 },
    {
      name: `hides ${id} from updates`,
      as: "bob",
      request: `POST /listings/${id}`,
      body: { title: "x" },
      status: 404,
    },
    {
      name: `hides ${id} from reports`,
      as: "bob",
      request: `POST /listings/${id}/report`,
      body: { details: "x" },
      status: 404,
      code: "not_found",
    },
    {
      name: `shows ${id} to its owner, the trash too`,
      as: "ada",
      request: `GET /listings/${id}`,
      status: 200,
    },
    { name: `shows ${id} to root`, as: "root", request: `GET /listings/${id}`, status: 200 },
  ]),
  { name: "misses a listing", as: "ada", request: "GET /listings/99", status: 404 },
  {
    name: "keeps others from a listing",
    as: "bob",
    request: "POST /listings/1",
    body: { title: "mine" },
    status: 403,
    code: "forbidden",
  },
  {
    name: "lets the owner into a pending listing",
    as: "ada",
    request: "POST /listings/3",
    body: { title: "x" },
    status: 200,
  },
  {
    name: "keeps the owner from deleting a pending listing",
    as: "ada",
    request: "DELETE /listings/3",
    status: 403,
    code: "forbidden",
  },
  {
    name: "lets root into a pending listing",
    as: "root",
    request: "POST /listings/3",
    body: { title: "x" },
    status: 200,
  },
  {
    name: "refuses a change of what has moved on",
    as: "ada",
    request: "POST /listings/1",
    body: { title: "x" },
    headers: { "if-match": '"2"' },
    status: 412,
    code: "precondition_failed",
  },
  ...['"1"', "*"].map(
    (etag): Case => ({
      name: `takes If-Match: ${etag}`,
      as: "ada",
      request: "POST /listings/1",
      body: { title: "x" },
      headers: { "if-match": etag },
      status: 200,
    }),
  ),
  ...["1", '"1" "2"'].map(
    (etag): Case => ({
      name: `refuses If-Match: ${etag}`,
      as: "ada",
      request: "POST /listings/1",
      body: { title: "x" },
      headers: { "if-match": etag },
      status: 400,
      pointers: ["/If-Match"],
    }),
  ),
  {
    name: "cannot clear a title",
    as: "ada",
    request: "POST /listings/1",
    body: { title: null },
    status: 400,
    pointers: ["/title"],
  },
  {
    name: "refuses a title on two lines",
    as: "ada",
    request: "POST /listings/1",
    body: { title: "x\r\nBcc: y@z.example" },
    status: 400,
    pointers: ["/title"],
  },
  { name: "lists", as: "ada", request: "GET /listings?limit=100", status: 200 },
  ...[
    "limit=0",
    "limit=101",
    "limit=1e1",
    "status=none",
    "user_id=0",
    "cursor=AAAA",
    "sort=id",
  ].map(
    (query): Case => ({
      name: `refuses ?${query}`,
      as: "ada",
      request: `GET /listings?${query}`,
      status: 400,
      code: "validation_failed",
      pointers: [`/${query.split("=")[0]}`],
    }),
  ),

  // reports
  {
    name: "reports",
    as: "bob",
    request: "POST /listings/1/report",
    body: { details: "x" },
    status: 200,
  },
  {
    name: "lets the owner report their own",
    as: "ada",
    request: "POST /listings/1/report",
    body: { details: "x" },
    status: 200,
  },
  {
    name: "refuses an empty report",
    as: "bob",
    request: "POST /listings/1/report",
    body: { details: "" },
    status: 400,
    pointers: ["/details"],
  },
  {
    name: "refuses a report of 2049 characters",
    as: "bob",
    request: "POST /listings/1/report",
    body: { details: "x".repeat(2049) },
    status: 400,
    pointers: ["/details"],
  },

  // the rest
  {
    name: "knows no other path",
    as: "ada",
    request: "GET /vendors",
    status: 404,
    code: "not_found",
  },
  { name: "knows no other version", as: "ada", request: "GET /../v2/users/me", status: 404 },
  {
    name: "knows no other method",
    as: "ada",
    request: "PUT /users/1",
    body: {},
    status: 405,
    code: "method_not_allowed",
  },
];

describe("answers", () => {
  test("by the table", async () => {
    const failures: unknown[] = [];
    for (const given of cases) {
      const got = await run(given);
      if (got !== undefined) failures.push(got);
    }
    expect(failures).toEqual([]);
  });
});

/** Runs one request against its own service; returns the differences from the expected answer. */
async function run(given: Case): Promise<object | undefined> {
  const { url, token } = await shared(given);
  const [method = "", path = ""] = given.request.split(" ");
  const answer = await send(`${url}${path}`, method, {
    token: given.as === undefined ? undefined : await token(given.as),
    body: given.body,
    headers: given.headers,
  });
  const want = {
    status: given.status,
    type: given.status >= 400 ? "application/problem+json" : json,
    ...(given.code === undefined ? {} : { code: given.code }),
    ...(given.pointers === undefined ? {} : { pointers: given.pointers.toSorted() }),
  };
  const got = {
    status: answer.status,
    type: given.status === 204 ? json : answer.type?.split(";")[0],
    ...(given.code === undefined ? {} : { code: at(answer.body, "code") }),
    ...(given.pointers === undefined
      ? {}
      : { pointers: [...new Set(errorPointers(answer.body).map(String))].toSorted() }),
  };
  return JSON.stringify(got) === JSON.stringify(want)
    ? undefined
    : { name: given.name, want, got, body: answer.body };
}

/** Cases that change nothing share one service; the others get a new one. */
let unchanged: Promise<Awaited<ReturnType<typeof startMarketplace>>> | undefined;

async function shared(given: Case): Promise<Awaited<ReturnType<typeof startMarketplace>>> {
  if (given.status < 400 && !given.request.startsWith("GET")) return await startMarketplace();
  if (unchanged === undefined) {
    unchanged = startMarketplace();
    onTestFinished(() => {
      unchanged = undefined;
    });
  }
  return await unchanged;
}

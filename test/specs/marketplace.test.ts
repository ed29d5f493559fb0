// The marketplace contract is complete compared with its source, passes the linters, and has valid
// examples.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDocument, operationsOf, placeBelow, placeOf } from "./openapi-document.ts";
import { lintOpenApi } from "./openapi-lint.ts";
import { rules } from "./openapi-rules.ts";
import { asArray, asObject, specsFolder } from "./read-spec.ts";

const document = openDocument("marketplace/openapi.yaml");
const operations = operationsOf(document);
const find = (id: string) => operations.find(({ value }) => value["operationId"] === id);

it("T16 passes the recommended rules of Redocly and Spectral without a finding", () => {
  expect(lintOpenApi([join(specsFolder, document.entry)])).toEqual([{ redocly: [], spectral: [] }]);
});

describe("rules", () => {
  it.each(Object.entries(rules))("%s", (_, rule) => {
    expect(rule(document)).toEqual([]);
  });
});

// Section 4 of the source, and the open questions decided as M3 and M5.
const endpoints: readonly (readonly [id: string, endpoint: string, statuses: string])[] = [
  ["registerUser", "POST /users", "201 400 403 408 409 413 414 415 422 429 431 500 503"],
  ["loginUser", "POST /users/login", "200 400 401 408 413 414 415 429 431 500 503"],
  [
    "requestPassword",
    "POST /users/request-password",
    "202 400 408 409 413 414 415 422 429 431 500 503",
  ],
  [
    "resetPassword",
    "POST /users/reset-password",
    "200 400 401 408 409 413 414 415 422 429 431 500 503",
  ],
  [
    "updateUser",
    "POST /users/{user_id}",
    "200 400 401 403 404 408 409 412 413 414 415 422 429 431 500 503",
  ],
  [
    "deleteUser",
    "DELETE /users/{user_id}",
    "204 400 401 403 404 409 412 413 414 415 429 431 500 503",
  ],
  [
    "updateListing",
    "POST /listings/{listing_id}",
    "200 400 401 403 404 408 409 412 413 414 415 422 429 431 500 503",
  ],
  [
    "hideListing",
    "POST /listings/{listing_id}/hide",
    "200 400 401 403 404 408 409 412 413 414 415 422 429 431 500 503",
  ],
  [
    "reportListing",
    "POST /listings/{listing_id}/report",
    "200 400 401 404 408 409 413 414 415 422 429 431 500 503",
  ],
  [
    "deleteListing",
    "DELETE /listings/{listing_id}",
    "204 400 401 403 404 412 413 414 415 429 431 500 503",
  ],
  [
    "createAttachment",
    "POST /attachments",
    "201 400 401 403 404 408 409 413 414 415 422 429 431 500 503",
  ],
  [
    "updateAttachment",
    "POST /attachments/{attachment_id}",
    "200 400 401 403 404 408 409 412 413 414 415 422 429 431 500 503",
  ],
  [
    "deleteAttachment",
    "DELETE /attachments/{attachment_id}",
    "204 400 401 403 404 412 413 414 415 429 431 500 503",
  ],
];
const additions: typeof endpoints = [
  ["logoutUser", "POST /users/logout", "204 400 401 413 414 415 429 431 500 503"],
  ["listSessions", "GET /users/me/sessions", "200 400 401 414 429 431 500 503"],
  [
    "revokeSession",
    "DELETE /users/me/sessions/{session_id}",
    "204 400 401 404 413 414 415 429 431 500 503",
  ],
  [
    "verifyEmail",
    "POST /users/verify-email",
    "200 400 401 408 409 413 414 415 422 429 431 500 503",
  ],
  [
    "requestVerification",
    "POST /users/me/request-verification",
    "202 400 401 409 413 414 415 422 429 431 500 503",
  ],
  ["getCurrentUser", "GET /users/me", "200 304 400 401 414 429 431 500 503"],
  ["getUser", "GET /users/{user_id}", "200 304 400 401 404 414 429 431 500 503"],
  ["listListings", "GET /listings", "200 304 400 401 414 429 431 500 503"],
  ["createListing", "POST /listings", "201 400 401 408 409 413 414 415 422 429 431 500 503"],
  ["getListing", "GET /listings/{listing_id}", "200 304 400 401 404 414 429 431 500 503"],
  [
    "submitListing",
    "POST /listings/{listing_id}/submit",
    "200 400 401 403 404 409 412 413 414 415 422 429 431 500 503",
  ],
  [
    "withdrawListing",
    "POST /listings/{listing_id}/withdraw",
    "200 400 401 403 404 409 412 413 414 415 422 429 431 500 503",
  ],
  [
    "restoreListing",
    "POST /listings/{listing_id}/restore",
    "200 400 401 403 404 409 412 413 414 415 422 429 431 500 503",
  ],
  [
    "approveListing",
    "POST /listings/{listing_id}/approve",
    "200 400 401 403 404 409 412 413 414 415 422 429 431 500 503",
  ],
  [
    "rejectListing",
    "POST /listings/{listing_id}/reject",
    "200 400 401 403 404 408 409 412 413 414 415 422 429 431 500 503",
  ],
  ["getAttachment", "GET /attachments/{attachment_id}", "200 304 400 401 404 414 429 431 500 503"],
  [
    "getAttachmentFile",
    "GET /attachments/{attachment_id}/file",
    "200 304 400 404 414 429 431 500 503",
  ],
  ["getImage", "GET /images/{image_name}", "200 304 400 404 414 429 431 500 503"],
  ["listCategories", "GET /categories", "200 304 400 401 414 429 431 500 503"],
  ["listReports", "GET /reports", "200 400 401 403 414 429 431 500 503"],
  [
    "assignReport",
    "POST /reports/{report_id}/assign",
    "200 400 401 403 404 408 409 413 414 415 422 429 431 500 503",
  ],
  [
    "closeReport",
    "POST /reports/{report_id}/close",
    "200 400 401 403 404 408 409 413 414 415 422 429 431 500 503",
  ],
  [
    "suspendUser",
    "POST /users/{user_id}/suspend",
    "200 400 401 403 404 408 409 413 414 415 422 429 431 500 503",
  ],
  ["listAuditEntries", "GET /audit-entries", "200 400 401 403 414 429 431 500 503"],
];

describe("endpoints", () => {
  it("are those of the source and of the decisions", () => {
    const given = operations.map(({ method, path }) => `${method} ${path}`);
    const wanted = [...endpoints, ...additions].map(([, endpoint]) => endpoint);
    expect([...given].sort()).toEqual([...wanted].sort());
  });

  it.each(endpoints)("%s is %s of the source", (id, endpoint, statuses) => {
    const operation = find(id);
    expect(`${operation?.method} ${operation?.path}`).toBe(endpoint);
    expect(operation?.responses.map(([status]) => status).join(" ")).toBe(statuses);
    expect(operation?.value["x-origin"]).not.toBe("decision");
  });

  it.each(additions)("%s is %s, a decision", (id, endpoint, statuses) => {
    const operation = find(id);
    expect(`${operation?.method} ${operation?.path}`).toBe(endpoint);
    expect(operation?.responses.map(([status]) => status).join(" ")).toBe(statuses);
    expect(operation?.value["x-origin"]).toBe("decision");
  });

  it("T16 marks every operation beyond the source, including public ones and roles", () => {
    const ours = operations.filter(({ value }) => value["x-origin"] === "decision");
    expect(ours.map(({ value }) => value["operationId"]).sort()).toEqual(
      additions.map(([id]) => id).sort(),
    );
    const roles = placeOf(document, "/components/schemas/UserRole").value;
    expect(roles["x-origin"]).toBe("decision");
  });

  it.each([
    ["registerUser", []],
    ["loginUser", []],
    ["requestPassword", []],
    ["resetPassword", []],
    ["verifyEmail", []],
  ] as const)("%s is public", (id, security) => {
    expect(find(id)?.value["security"]).toEqual(security);
  });

  it.each(["getAttachment"])("%s works with and without a session", (id) => {
    expect(find(id)?.value["security"]).toEqual([{ session: [] }, {}]);
  });

  it("require a session otherwise", () => {
    const open = operations.filter(({ value }) =>
      asArray(value["security"]).every((schemes) => Object.keys(asObject(schemes)).length === 0),
    );
    // Four of them start a session; mailed keys and links to files are their own credentials.
    expect(open).toHaveLength(7);
  });
});

describe("fields of the source", () => {
  it.each([
    ["updateUser", ["first_name", "last_name", "description"], []],
    ["resetPassword", ["username", "password", "password_reset_key"], "all"],
    ["reportListing", ["details"], "all"],
    ["loginUser", ["username_or_email", "password"], "all"],
  ] as const)("%s takes %j", (id, fields, required) => {
    const operation = find(id);
    const body = operation?.requestBody;
    if (!body) throw new Error(`${id} has no body`);
    expect(Object.keys(asObject(body.value["content"]))).toEqual(["application/json"]);
    const schema = placeBelow(document, body, "content", "application/json", "schema");
    for (const name of fields) {
      const field = placeBelow(document, schema, "properties", name);
      expect([field.value["type"]].flat()).toContain("string");
      const property = asObject(asObject(schema.value["properties"])[name]);
      expect(property["x-origin"]).not.toBe("decision");
    }
    expect(asArray(schema.value["required"])).toEqual(required === "all" ? fields : []);
  });

  it.each(["updateUser", "registerUser", "createListing", "updateListing"])(
    "%s takes custom fields",
    (id) => {
      const body = find(id)?.requestBody;
      if (!body) throw new Error(`${id} has no body`);
      const schema = placeBelow(document, body, "content", "application/json", "schema");
      expect(schema.value["additionalProperties"]).toBe(true);
    },
  );

  it.each(["user_id", "listing_id", "attachment_id"])("%s is an integer without format", (name) => {
    const found = operations.flatMap(({ parameters }) =>
      parameters.filter(({ value }) => value["name"] === name && value["in"] === "path"),
    );
    expect(found.length).toBeGreaterThan(1);
    for (const parameter of found) {
      expect(parameter.value["required"]).toBe(true);
      const { value } = placeBelow(document, parameter, "schema");
      expect(value).toMatchObject({ type: "integer", minimum: 1n, maximum: 9007199254740991n });
      expect(value).not.toHaveProperty("format");
    }
  });
});

describe("limits of the decisions", () => {
  it.each([
    ["Username", 1, 60],
    ["Password", 8, 128],
    ["PersonName", undefined, 64],
    ["ProfileText", undefined, 2048],
    ["ListingTitle", 1, 256],
    ["ListingText", undefined, 10240],
  ] as const)("%s has %s to %s characters", (name, least, most) => {
    const { value } = placeOf(document, `/components/schemas/${name}`);
    expect([value["minLength"], value["maxLength"]].map((n) => n && Number(n))).toEqual([
      least,
      most,
    ]);
  });

  it("has the version that the source names", () => {
    expect(placeOf(document, "/info").value).toMatchObject({
      title: "Marketplace",
      version: "1.0",
    });
  });
});

describe("the table of sources", () => {
  const text = readFileSync(join(specsFolder, "sources.md"), "utf8");
  const sections = [..."123456789", "4.1", "4.2", "4.3", "4.4", "4.5"];
  const decisions = [
    "M1",
    "M2",
    "M3",
    "M4",
    "M5",
    "M6",
    "M7",
    "M8",
    "M9",
    "M10",
    "M11",
    "M12",
    "M13",
    "P1",
    "P2",
  ];

  it.each([...sections, ...decisions])("has a row for %s", (id) => {
    expect(text.slice(text.indexOf("\n## Marketplace\n"))).toContain(`\n| ${id} | `);
  });
});

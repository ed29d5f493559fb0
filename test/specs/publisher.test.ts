// The publisher contract is complete compared with its source and decisions, passes the linters, and has
// valid examples.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDocument, operationsOf, placeOf } from "./openapi-document.ts";
import { lintOpenApi } from "./openapi-lint.ts";
import { rules } from "./openapi-rules.ts";
import { asArray, asObject, specsFolder } from "./read-spec.ts";

const document = openDocument("publisher/openapi.yaml");
const operations = operationsOf(document);

it("passes the recommended rules of Redocly and Spectral without a finding", () => {
  expect(lintOpenApi([join(specsFolder, document.entry)])).toEqual([{ redocly: [], spectral: [] }]);
});

describe("rules", () => {
  it.each(Object.entries(rules))("%s", (_, rule) => {
    expect(rule(document)).toEqual([]);
  });
});

const report = "application/json text/markdown text/html text/plain";

// Section 5 of the source, and the open question decided as P2.
const endpoints: readonly (readonly [id: string, endpoint: string, media: string])[] = [
  ["getVersion", "GET /versions/{version_id}", "application/json"],
  ["publishVersion", "POST /versions", ""],
  ["listVersions", "GET /versions", "application/json"],
  ["getDocument", "GET /versions/{version_id}/document", "application/yaml"],
  ["diffVersions", "GET /versions/{version_id}/diff", report],
  ["createDiff", "POST /diffs", ""],
  ["getDiff", "GET /diffs/{diff_id}", report],
  ["listInterfaces", "GET /interfaces", "application/json"],
  ["getInterface", "GET /interfaces/{interface}", "application/json"],
  ["putInterface", "PUT /interfaces/{interface}", "application/json"],
  ["getLatestVersion", "GET /interfaces/{interface}/latest", "application/json"],
  ["getChangelog", "GET /interfaces/{interface}/changelog", "application/json"],
  ["getChangelogRss", "GET /interfaces/{interface}/changelog.rss", "application/rss+xml"],
  ["getChangelogAtom", "GET /interfaces/{interface}/changelog.atom", "application/atom+xml"],
  ["withdraw", "POST /interfaces/{interface}/withdrawals", "application/json"],
  ["listWebhooks", "GET /interfaces/{interface}/webhooks", "application/json"],
  ["createWebhook", "POST /interfaces/{interface}/webhooks", ""],
  ["deleteWebhook", "DELETE /interfaces/{interface}/webhooks/{webhook_id}", ""],
  ["replaceFeedKey", "POST /interfaces/{interface}/feed-key", ""],
  ["revokeFeedKey", "DELETE /interfaces/{interface}/feed-key", ""],
  ["getChangelogJsonFeed", "GET /interfaces/{interface}/changelog.json", "application/feed+json"],
];
const isChangelog = ({ path }: { readonly path: string }) => path.includes("/changelog");
const publicOperations = new Set(["listInterfaces", "getInterface"]);

describe("endpoints", () => {
  it("are those of the source and of the decisions", () => {
    const given = operations.map(({ value }) => value["operationId"]);
    expect([...given].sort()).toEqual(endpoints.map(([id]) => id).sort());
  });

  it.each(endpoints)("%s is %s and responds with %s", (id, endpoint, media) => {
    const operation = operations.find(({ value }) => value["operationId"] === id);
    expect(`${operation?.method} ${operation?.path}`).toBe(endpoint);
    expect(operation?.value["x-origin"]).toEqual(
      id === "getVersion" ? { description: "decision" } : "decision",
    );
    const ok = operation?.responses.find(([status]) => status === "200")?.[1].value["content"];
    expect(Object.keys(ok ?? {}).join(" ")).toBe(media);
  });

  it("need no token for public interfaces, changelogs and feeds, and accept both schemes elsewhere", () => {
    for (const operation of operations) {
      const { value } = operation;
      const isPublic = isChangelog(operation) || publicOperations.has(`${value["operationId"]}`);
      expect(asArray(value["security"])).toEqual(
        isPublic ? [{}, { token: [] }] : [{ token: [] }, { basic: [] }],
      );
    }
  });

  it("give feed readers the headers for conditional polling", () => {
    for (const { parameters, responses } of operations.filter(isChangelog)) {
      const names = parameters.map(({ value }) => value["name"]);
      expect(names).toEqual(expect.arrayContaining(["If-None-Match", "If-Modified-Since"]));
      for (const [status, { value }] of responses) {
        if (status !== "200" && status !== "304") continue;
        const wanted = ["ETag", "Last-Modified", "Cache-Control", "X-Request-Id"];
        expect(Object.keys(value["headers"] ?? {})).toEqual(expect.arrayContaining(wanted));
      }
    }
  });

  it("vary by Accept and respond with 406 if they have several formats", () => {
    for (const { value, responses } of operations) {
      const [, ok] = responses.find(([status]) => status === "200") ?? [];
      const isNegotiated =
        Object.keys(ok?.value["content"] ?? {}).length > 1 ||
        value["operationId"] === "getChangelog";
      expect("Vary" in asObject(ok?.value["headers"] ?? {})).toBe(isNegotiated);
      expect(responses.some(([status]) => status === "406")).toBe(isNegotiated);
    }
  });

  it("return a request id in every response", () => {
    for (const [, { value }] of operations.flatMap(({ responses }) => responses)) {
      expect(value["headers"]).toHaveProperty("X-Request-Id");
    }
  });
});

describe("authentication", () => {
  it("uses the Authorization header", () => {
    const { value } = placeOf(document, "/components/securitySchemes/token");
    expect(value).toMatchObject({ type: "apiKey", in: "header", name: "Authorization" });
    expect(value["description"]).toContain("Token <ACCESS_TOKEN>");
  });

  it("marks the Basic scheme deprecated, and announces it in every response to it", () => {
    const { value } = placeOf(document, "/components/securitySchemes/basic");
    expect(value).toMatchObject({
      type: "http",
      scheme: "basic",
      "x-deprecated": { replacement: "#/components/securitySchemes/token" },
    });
    const secured = operations.filter(({ value }) =>
      asArray(value["security"]).some((alternative) => "basic" in asObject(alternative)),
    );
    for (const [status, response] of secured.flatMap(({ responses }) => responses)) {
      if (Number(status) >= 400) continue;
      for (const name of ["Deprecation", "Sunset", "Link"]) {
        expect(response.value["headers"]).toHaveProperty(name);
      }
    }
  });
});

it("shows the correct digest in the example of a publication", () => {
  const { value } = placeOf(
    document,
    "/paths/~1versions/post/requestBody/content/application~1json/examples/full/value",
  );
  const digest = createHash("sha256").update(`${value["document"]}`).digest("hex");
  expect(value["sha256"]).toBe(digest);
});

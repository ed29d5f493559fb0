// Proves that the rules and the linters can fail: they find planted mistakes.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import type { OpenApiDocument } from "./openapi-document.ts";
import { lintOpenApi } from "./openapi-lint.ts";
import { rules } from "./openapi-rules.ts";
import { type Json, specsFolder } from "./read-spec.ts";

const file = "marketplace/openapi.yaml";
const text = readFileSync(join(specsFolder, file), "utf8");
const schemas = ["components", "schemas"];
const login = ["paths", "/users/login", "post"];

interface Fault {
  readonly rule: string;
  /** The value to plant; undefined deletes. */
  readonly plant: Json | undefined;
  readonly path: readonly string[];
}

const faults: readonly Fault[] = [
  {
    rule: "examplesObeySchemas",
    path: [...schemas, "Listing", "properties", "id"],
    plant: { type: "string", maxLength: 9 },
  },
  {
    rule: "examplesObeySchemas",
    path: [
      ...login,
      "requestBody",
      "content",
      "application/json",
      "examples",
      "byUsername",
      "value",
      "extra",
    ],
    plant: 1,
  },
  {
    rule: "everythingHasAnExample",
    path: [...login, "requestBody", "content", "application/json", "examples"],
    plant: undefined,
  },
  {
    rule: "everythingHasAnExample",
    path: ["components", "headers", "ETag", "example"],
    plant: undefined,
  },
  { rule: "valuesAreBounded", path: [...schemas, "Username", "maxLength"], plant: undefined },
  {
    rule: "valuesAreBounded",
    path: [...schemas, "User", "properties", "last_name", "maxLength"],
    plant: undefined,
  },
  {
    rule: "valuesAreBounded",
    path: [...schemas, "ListingPage", "properties", "data", "maxItems"],
    plant: undefined,
  },
  { rule: "valuesAreBounded", path: [...schemas, "ListingId", "maximum"], plant: undefined },
  {
    rule: "schemasAreTyped",
    path: [...schemas, "HideListingBody", "properties", "hidden", "type"],
    plant: undefined,
  },
  {
    rule: "requestObjectsAreClosed",
    path: [...schemas, "LoginUserBody", "additionalProperties"],
    plant: undefined,
  },
  { rule: "operationsAreComplete", path: [...login, "operationId"], plant: undefined },
  { rule: "operationsAreComplete", path: [...login, "security"], plant: undefined },
  { rule: "operationsAreComplete", path: [...login, "responses", "415"], plant: undefined },
  {
    rule: "failuresAreProblems",
    path: ["components", "responses", "Forbidden", "content"],
    plant: { "text/plain": {} },
  },
  {
    rule: "everythingIsDescribed",
    path: [...schemas, "Session", "properties", "token", "description"],
    plant: undefined,
  },
  {
    rule: "everythingIsDescribed",
    path: ["components", "headers", "ETag", "description"],
    plant: undefined,
  },
  {
    rule: "requiredFieldsExist",
    path: [...schemas, "Session", "properties", "token"],
    plant: undefined,
  },
];

describe("rules", () => {
  it.each(faults)("$rule finds a mistake at $path", ({ rule, path, plant }) => {
    expect(rules[rule]?.(planted(path, plant))).not.toEqual([]);
  });

  it("are all shown to fail", () => {
    expect(new Set(faults.map(({ rule }) => rule))).toEqual(new Set(Object.keys(rules)));
  });
});

describe("linters", () => {
  const folder = mkdtempSync(join(tmpdir(), "specs-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const example = [
    ...login,
    "requestBody",
    "content",
    "application/json",
    "examples",
    "byUsername",
  ];
  const problems = "responses/problems.yaml";
  /** The mistakes to plant, with a part of each linter's message about the place. */
  const cases: readonly (Readonly<Record<"what" | "where" | "redocly" | "spectral", string>> & {
    readonly path: readonly string[];
    readonly plant: Json;
  })[] = [
    {
      what: "an unknown key",
      where: file,
      path: ["info", "titel"],
      plant: "Marketplace",
      redocly: "#/info/titel",
      spectral: 'oas3-schema info "info" property',
    },
    {
      what: "an example that breaks its schema",
      where: file,
      path: [...example, "value", "password"],
      plant: 5,
      redocly: "byUsername/value/password",
      spectral: "byUsername/value/password",
    },
    {
      what: "the same in a file that the document refers to",
      where: problems,
      path: [
        "components",
        "responses",
        "NotFound",
        "content",
        "application/problem+json",
        "examples",
        "notFound",
        "value",
        "code",
      ],
      plant: 404,
      redocly: "notFound/value/code",
      spectral: "components/responses/NotFound/content",
    },
  ];

  it("find the planted mistake", () => {
    cpSync(specsFolder, folder, { recursive: true });
    for (const { where, path, plant } of cases) {
      const document = parseDocument(readFileSync(join(folder, where), "utf8"));
      document.setIn(path, plant);
      writeFileSync(join(folder, where), document.toString());
    }
    const [remarks] = lintOpenApi([join(folder, file)]);
    for (const { what, redocly, spectral } of cases) {
      const seen = (all: readonly string[] | undefined, words: string) =>
        all?.some((remark) => remark.includes(words));
      expect(seen(remarks?.redocly, redocly), `Redocly finds ${what}`).toBe(true);
      expect(seen(remarks?.spectral, spectral), `Spectral finds ${what}`).toBe(true);
    }
  });
});

function planted(path: readonly string[], plant: Json | undefined): OpenApiDocument {
  const document = parseDocument(text, { intAsBigInt: true });
  if (plant === undefined) document.deleteIn(path);
  else document.setIn(path, plant);
  return { entry: file, files: new Map([[file, document.toJS() as Json]]) };
}

// Code samples of requests, for operations.

import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contract } from "@specwright/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { createReference } from "../src/pages/create-reference.ts";
import type { CodeSample } from "../src/samples/code-sample.ts";
import { curlSample } from "../src/samples/curl.ts";
import { fetchSample } from "../src/samples/fetch.ts";
import { goSample } from "../src/samples/go.ts";
import { pythonSample } from "../src/samples/python.ts";
import { type RequestSample, requestSample } from "../src/samples/request-sample.ts";
import { sampleWord } from "../src/samples/sample-word.ts";
import { readContract } from "./read-contract.ts";

const root = new URL("../../..", import.meta.url).pathname;

function samplesOf(contract: Contract, write: (request: RequestSample) => CodeSample): string[] {
  const reference = createReference(contract, {});
  return contract.operations.map((each) => write(requestSample(each, reference)).code);
}

async function contractOf(operation: object, rest: object = {}): Promise<Contract> {
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    paths: { "/orders": { post: { responses: {}, ...operation } } },
    ...rest,
  };
  return await readContract({ file: "/openapi.json", text: JSON.stringify(document) });
}

const body = (mediaType: string, media: object) => ({
  requestBody: { content: { [mediaType]: media } },
});
const address = { type: "object", properties: { city: { type: "string" } } };
const form = body("application/x-www-form-urlencoded", {
  schema: {
    type: "object",
    properties: {
      address,
      shipping: address,
      tags: { type: "array", items: { type: "string", example: "a" }, minItems: 2 },
    },
  },
  encoding: { address: { style: "deepObject", explode: true } },
});
const upload = body("multipart/form-data", {
  schema: {
    type: "object",
    properties: { name: { type: "string" }, image: { type: "string", format: "binary" } },
  },
});
const json = {
  ...body("application/json", { example: { paid: true, note: null, big: 1, "a`b": ["\u202e"] } }),
  security: [{ basic: [] }],
  parameters: [{ name: "X-Trace", in: "header", required: true, schema: { type: "string" } }],
};
const keyed = { security: [{ query: [] }] };
const rest = {
  components: {
    securitySchemes: {
      basic: { type: "http", scheme: "basic" },
      query: { type: "apiKey", in: "query", name: "api key" },
    },
  },
};

it.each([
  [
    "a form, as its encoding says",
    form,
    `curl -X POST 'https://shop.example/orders' \\
  --data-urlencode 'address[city]=Berlin' \\
  --data-urlencode 'shipping={"city":"Berlin"}' \\
  --data-urlencode 'tags=a' \\
  --data-urlencode 'tags=a'`,
  ],
  [
    "a form with a file",
    upload,
    `curl -X POST 'https://shop.example/orders' \\
  --form-string 'name=Example name' \\
  -F 'image=@file'`,
  ],
])("curl sends %s", async (_name, operation, want) => {
  expect(samplesOf(await contractOf(operation, rest), curlSample)).toEqual([want]);
});

it.each([
  [
    "JSON with a header and a password",
    json,
    `import os

import requests

response = requests.post(
    "https://shop.example/orders",
    auth=(os.environ["USERNAME"], os.environ["PASSWORD"]),
    headers={"X-Trace": "example-x-trace"},
    json={
        "a\`b": ["\\u202e"],
        "big": 1,
        "note": None,
        "paid": True,
    },
)
print(response.status_code, response.text)`,
  ],
  [
    "a form with a file",
    upload,
    `import requests

response = requests.post(
    "https://shop.example/orders",
    files=[
        ("name", (None, "Example name")),
        ("image", open("file", "rb")),
    ],
)
print(response.status_code, response.text)`,
  ],
])("Python sends %s", async (_name, operation, want) => {
  expect(samplesOf(await contractOf(operation, rest), pythonSample)).toEqual([want]);
});

it.each([
  ["a form", form, 'form.Add("address[city]", "Berlin")'],
  ["JSON", json, 'body := strings.NewReader("{\\n  \\"a`b\\": [\\n    \\"\\u202e\\"\\n  ],'],
  ["a password", json, 'request.SetBasicAuth(os.Getenv("USERNAME"), os.Getenv("PASSWORD"))'],
  ["a header", json, 'request.Header.Set("X-Trace", "example-x-trace")'],
  ["a file", upload, 'part, err := form.CreateFormFile("image", "file")'],
  ["a key in the address", keyed, 'query.Set("api key", os.Getenv("KEY"))'],
])("Go sends %s", async (_name, operation, want) => {
  expect(samplesOf(await contractOf(operation, rest), goSample).join("\n")).toContain(want);
});

it("fetch sends a form with a file", async () => {
  const [code] = samplesOf(await contractOf(upload), fetchSample);
  expect(code).toContain(`const form = new FormData();
form.append("name", "Example name");
form.append("image", new Blob([file]));
const response = await fetch("https://shop.example/orders", {
  method: "POST",
  body: form,
});`);
});

it.each([
  ["an example of the member", { type: "string", example: "given" }, "given"],
  ["a default", { type: "string", default: "preset" }, "preset"],
  ["a listed value", { type: "string", enum: ["one", "two"] }, "one"],
  ["a format", { type: "string", format: "date" }, "2026-01-31"],
  ["its name", { type: "string" }, "example-coupon"],
  ["its name, as far as it fits", { type: "string", maxLength: 3 }, "exa"],
])("a value is taken from %s", async (_name, schema, want) => {
  const operation = body("application/json", {
    schema: { type: "object", properties: { coupon: schema } },
  });
  const [code] = samplesOf(await contractOf(operation), curlSample);
  expect(code).toContain(`"coupon": ${JSON.stringify(want)}`);
});

it.each([
  ["customerEmail", "ada@example.com"],
  ["callback_url", "https://example.com/"],
  ["currency", "EUR"],
  ["created_at", "2026-01-31T12:00:00Z"],
  ["displayName", "Example display name"],
  ["orderId", "example-order-id"],
  ["größe", "example-gr-e"],
  ["", "example"],
  [undefined, "example"],
])("the member %s is generated as %s", (name, want) => {
  expect(sampleWord(name)).toBe(want);
});

describe("samples of our documents and of hostile ones", () => {
  const contracts: Contract[] = [];
  beforeAll(async () => {
    for (const name of ["marketplace", "publisher"]) {
      contracts.push(await readContract(`${root}specs/${name}/openapi.yaml`));
    }
    for (const each of [form, upload, json, keyed]) contracts.push(await contractOf(each, rest));
    const hostile = '"\\`\n\r\u2028\u{e0001}\ud800\u0000{}%s';
    contracts.push(
      await contractOf({
        ...body("text/plain", { example: hostile }),
        parameters: [
          {
            name: hostile,
            in: "header",
            required: true,
            schema: { type: "string" },
            example: hostile,
          },
        ],
      }),
    );
  });

  const all = (write: (request: RequestSample) => CodeSample): string[] =>
    contracts.flatMap((contract) => samplesOf(contract, write));

  it("do not contain `string`", () => {
    expect(all(curlSample).filter((code) => /["'=/]string["'&/]/.test(code))).toEqual([]);
  });

  it("are valid Python", (context) => {
    const parse = "import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)";
    const given = { input: JSON.stringify(all(pythonSample)), encoding: "utf8" } as const;
    const { error, stderr } = spawnSync("python3", ["-c", parse], given);
    if (error !== undefined) return context.skip("python3 is missing");
    expect(stderr).toBe("");
  });

  it("are valid Go, as its formatter writes it", (context) => {
    const folder = mkdtempSync(join(tmpdir(), "samples-"));
    const files = all(goSample).map((code, index) => {
      const file = join(folder, `${index}.go`);
      writeFileSync(file, `${code}\n`);
      return file;
    });
    const { error, stdout, stderr } = spawnSync("gofmt", ["-d", ...files], { encoding: "utf8" });
    if (error !== undefined) return context.skip("gofmt is missing");
    expect(stderr + stdout).toBe("");
  });

  it("compile with Go", { timeout: 120_000 }, (context) => {
    const folder = mkdtempSync(join(tmpdir(), "samples-"));
    const written = [form, upload, json, keyed].length;
    const codes = contracts.slice(2, 2 + written).flatMap((each) => samplesOf(each, goSample));
    for (const [index, code] of codes.entries()) {
      writeFileSync(join(folder, `${index}.go`), code);
      const vet = spawnSync("go", ["vet", `${index}.go`], { cwd: folder, encoding: "utf8" });
      if (vet.error !== undefined) return context.skip("go is missing");
      expect(vet.stderr).toBe("");
    }
  });
});

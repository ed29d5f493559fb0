// The samples on reference pages compile with the code generated from their document.

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { buildContract } from "@specwright/contract";
import { referencePages } from "@specwright/site";
import { type LoadInput, loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { errorsOf, generateDocument } from "./generate-document.ts";
import { ownDocuments } from "./repository-documents.ts";

/** The values that readers fill in for these names. */
const names = `declare const token: string;
declare const username: string;
declare const password: string;
declare const key: string;
declare const query: string;
declare const accessKey: string;
declare const secretKey: string;
declare const brokerId: string;
declare const file: Uint8Array<ArrayBuffer>;
declare const form: HTMLFormElement;
`;

const message = { payload: { type: "object", properties: { due: { type: "string" } } } };

const library = {
  asyncapi: "3.0.0",
  info: { title: "Library", version: "1" },
  servers: { main: { host: "stream.example.com", pathname: "/v1", protocol: "wss" } },
  channels: {
    loans: {
      address: "loans/{branch}",
      parameters: { branch: { examples: ["main"] } },
      messages: { loan: message },
    },
    shelf: {
      address: "/shelves/{shelf-id}/{kind}",
      parameters: { "shelf-id": {}, kind: { enum: ["open", "closed"] } },
      messages: { book: message },
      bindings: {
        ws: {
          query: {
            type: "object",
            required: ["since", "tags"],
            properties: {
              since: { type: "integer", format: "int64" },
              tags: { type: "array", items: { type: "string" } },
              limit: { type: "integer" },
            },
          },
          headers: {
            type: "object",
            required: ["X-Reader"],
            properties: { "X-Reader": { type: "string" } },
          },
        },
      },
    },
    all: { address: "all", messages: { loan: message } },
  },
  operations: Object.fromEntries(
    ["loans", "shelf", "all"].map((id) => [
      `send-${id}`,
      { action: "send", channel: { $ref: `#/channels/${id}` } },
    ]),
  ),
};

const older = {
  asyncapi: "2.6.0",
  info: { title: "Older", version: "1" },
  servers: { main: { url: "stream.example.com/v1", protocol: "wss" } },
  channels: {
    "rooms/{room}": {
      parameters: { room: { schema: { type: "integer" } } },
      subscribe: { message },
    },
  },
};

const photos = {
  openapi: "3.1.1",
  info: { title: "Photos", version: "1" },
  paths: {
    "/photos": {
      post: {
        operationId: "addPhotos",
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: {
                  images: { type: "array", items: { type: "string", format: "binary" } },
                  note: { type: "string" },
                },
              },
              encoding: {
                images: { headers: { "X-Sum": { required: true, schema: { type: "string" } } } },
                note: { headers: { "Content-Language": { schema: { type: "string" } } } },
              },
            },
          },
        },
        responses: { 204: { description: "Added." } },
      },
    },
  },
};

const reports = {
  openapi: "3.2.0",
  info: { title: "Reports", version: "1" },
  paths: {
    "/reports": {
      post: {
        operationId: "addReport",
        requestBody: {
          required: true,
          content: {
            "multipart/mixed": {
              schema: {
                type: "array",
                minItems: 1,
                prefixItems: [{ type: "object", properties: { title: { type: "string" } } }],
                items: {},
              },
              itemEncoding: {
                contentType: "image/png",
                headers: { "Content-Disposition": { schema: { type: "string" } } },
              },
            },
          },
        },
        responses: { 204: { description: "Added." } },
      },
    },
    "/frames": {
      post: {
        operationId: "addFrames",
        requestBody: {
          required: true,
          content: { "multipart/mixed": { itemSchema: {} } },
        },
        responses: { 204: { description: "Added." } },
      },
    },
  },
};

const documents: readonly (readonly [name: string, input: LoadInput])[] = [
  ...ownDocuments.map(({ path }) => {
    const text = readFileSync(path, "utf8");
    return [basename(join(path, "..")), { file: path, text }] as const;
  }),
  ["library", { file: "/library.json", text: JSON.stringify(library) }],
  ["older", { file: "/older.json", text: JSON.stringify(older) }],
  ["photos", { file: "/photos.json", text: JSON.stringify(photos) }],
  ["reports", { file: "/reports.json", text: JSON.stringify(reports) }],
];

/** Returns the TypeScript samples of each page: with a client, and with platform APIs only. */
async function samplesOf(input: LoadInput): Promise<ReadonlyMap<string, string>> {
  const { specification } = await loadSpecification(input);
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) return new Map();
  const samples = new Map<string, string>();
  for (const { path, kind, markdown } of referencePages(contract)) {
    if (kind !== "operation" && kind !== "channel") continue;
    const blocks = markdown.matchAll(/^```typescript\n([\s\S]*?)^```$/gm);
    for (const [index, [, code = ""]] of [...blocks].entries()) {
      samples.set(`${basename(path, ".html")}-${index}.ts`, code);
    }
  }
  return samples;
}

describe.each(documents)("the samples of %s", (name, input) => {
  it("compile", { timeout: 120_000 }, async () => {
    const { files, diagnostics } = await generateDocument(input);
    expect(errorsOf(diagnostics)).toEqual([]);
    const folder = await scratchFolder(`page-samples-${name}`);
    for (const { path, content } of files) await writeInto(folder, `gen/${path}`, content);
    const samples = await samplesOf(input);
    for (const [path, code] of samples) await writeInto(folder, path, `${code}export {};\n`);
    await writeInto(folder, "names.d.ts", names);
    expect([...samples.values()].join("")).toContain("./gen/client.ts");
    // The samples of channels import the source of the client, which needs a newer library.
    expect(await compileFolder(folder, { lib: ["ES2024", "DOM", "DOM.Iterable"] })).toEqual([]);
  });
});

it("samples of forms have the headers of their parts", async () => {
  const [, input] = documents.find(([name]) => name === "photos") ?? [];
  const samples = input === undefined ? [] : [...(await samplesOf(input)).values()];
  const [client] = samples.filter((code) => code.includes("./gen/client.ts"));
  expect(client?.replaceAll(/\s+/g, " ")).toContain(
    'images: [ { value: new Blob([file]), headers: { "X-Sum": "example-x-sum" }, }, ]',
  );
  const [platform] = samples.filter((code) => code.includes("await fetch("));
  expect(platform).toContain('form.append("images", new Blob([file]));');
});

describe("the samples of a channel have all parameters", () => {
  it.each([
    ["library", "loans-0.ts", 'client.loans({ path: { branch: "main" } })'],
    ["library", "loans-1.ts", '"wss://stream.example.com/v1/loans/main"'],
    ["library", "all-0.ts", "client.all()"],
    ["library", "all-1.ts", '"wss://stream.example.com/v1/all"'],
    ["library", "shelf-0.ts", 'path: { kind: "open", "shelf-id": "example-shelf-id" }'],
    ["library", "shelf-0.ts", 'query: { since: 1n, tags: ["example-tags"] }'],
    ["library", "shelf-0.ts", 'headers: { "X-Reader": "example-x-reader" }'],
    [
      "library",
      "shelf-1.ts",
      '"wss://stream.example.com/v1/shelves/example-shelf-id/open?since=1&tags=example-tags"',
    ],
    ["older", "rooms-room-0.ts", "({ path: { room: 1 } })"],
    ["older", "rooms-room-1.ts", '"wss://stream.example.com/v1/rooms/1"'],
  ])("%s: %s has %s", async (name, path, wanted) => {
    const [, input] = documents.find((each) => each[0] === name) ?? [];
    const samples = input === undefined ? new Map<string, string>() : await samplesOf(input);
    expect([...samples.keys()]).toContain(path);
    expect(samples.get(path)).toContain(wanted);
  });
});

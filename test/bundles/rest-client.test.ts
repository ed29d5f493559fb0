// The bundle of a generated REST client contains only the operations that are called, and stays below a
// size limit. Sizes are of esbuild's output, minified and gzipped, with all validation and the whole
// transport.

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleOf } from "./bundle-of.ts";
import { generateInto } from "./generate-into.ts";

const marketplace = "@specwright/marketplace-api/client";
const start = `import { restTransport } from "@specwright/rest/client";
const transport = restTransport({ baseUrl: "https://api.example" });`;

/** Writes a module that calls operations by their functions. */
function calling(client: string, ...names: readonly string[]): string {
  const calls = names.map((name) => `console.log(await ${name}(transport, {}));`);
  return `import { ${names.join(", ")} } from ${JSON.stringify(client)};\n${start}\n${calls.join("\n")}`;
}

/** The contents of a bundle and its maximum size in bytes. */
const budgets: readonly (readonly [what: string, module: string, maxBytes: number])[] = [
  ["the transport", `${start}\nconsole.log(transport);`, 8_410],
  ["an operation without a body", calling(marketplace, "logoutUser"), 15_270],
  ["a read", calling(marketplace, "getListing"), 18_380],
  ["an update", calling(marketplace, "updateListing"), 20_370],
  [
    "the client with all operations",
    `import { createMarketplaceClient } from ${JSON.stringify(marketplace)};\n${start}\nconsole.log(createMarketplaceClient(transport));`,
    29_920,
  ],
];

describe("a bundle of the marketplace", () => {
  it.each(budgets)("with %s stays below its limit", async (_, module, maxBytes) => {
    const { gzipBytes, inputs } = await bundleOf(module);
    expect(gzipBytes).toBeLessThanOrEqual(maxBytes);
    expect(inputs.filter((path) => path.includes("/zod/"))).toEqual([]);
  });

  it("contains the called operations, and no code of others", async () => {
    const { text, inputs } = await bundleOf(calling(marketplace, "getListing"));
    expect(text).toContain("getListing");
    for (const other of ["updateListing", "loginUser", "FormData", "XMLHttpRequest", "cookie="]) {
      expect(text).not.toContain(other);
    }
    expect(inputs.filter((path) => path.includes("bodies/"))).toEqual([]);
  });

  it("contains the code for union issues only if its schemas have unions", async () => {
    const explains = async (name: string): Promise<boolean> => {
      const { inputs } = await bundleOf(calling(marketplace, name));
      return inputs.some((path) => path.endsWith("union-issues.ts"));
    };
    expect(await explains("getListing")).toBe(false);
    expect(await explains("updateListing")).toBe(false);
  });

  it("contains code for headers, forms, items and XML only if an operation uses them", async () => {
    const { inputs } = await bundleOf(`${start}\nconsole.log(transport);`);
    const parts =
      /runtime\/src\/(?:bodies|forms|multipart|sequential|xml|parameters\/(?:header|scalar-text))/;
    expect(inputs.filter((path) => parts.test(path))).toEqual([]);
  });

  it("32.3 contains code for credentials only if an operation needs some", async () => {
    const adds = async (module: string): Promise<boolean> =>
      (await bundleOf(module)).text.includes("Bearer ");
    expect(await adds(start)).toBe(false);
    expect(await adds(calling(marketplace, "loginUser"))).toBe(false);
    expect(await adds(calling(marketplace, "getListing"))).toBe(true);
  });

  it("contains only the token sources that it imports", async () => {
    const importing = (name: string): string =>
      `import { ${name} } from "@specwright/rest/client";\n${start}\nconsole.log(${name});`;
    const words = ["client_credentials", "device_code", "openid-configuration"];
    const held = async (name: string): Promise<readonly string[]> => {
      const { text } = await bundleOf(importing(name));
      return words.filter((word) => text.includes(word));
    };
    expect(await held("bearer")).toEqual([]);
    expect(await held("clientCredentials")).toEqual(["client_credentials"]);
    expect(await held("deviceCode")).toEqual(["device_code"]);
    expect(await held("discoveredEndpoint")).toEqual(["openid-configuration"]);
  });

  it("contains no pagination if it uses no list, even if it calls one page", async () => {
    for (const module of [start, calling(marketplace, "listListings")]) {
      const { inputs } = await bundleOf(`${module}\nconsole.log(transport);`);
      expect(inputs.filter((path) => /page|link-header|list-/.test(path))).toEqual([]);
    }
  });

  it("contains encoders of bodies only if it sends one", async () => {
    expect((await bundleOf(calling(marketplace, "createListing"))).text).toContain(
      "XMLHttpRequest",
    );
    expect((await bundleOf(calling(marketplace, "createListing"))).text).not.toContain("multipart");
    const form = await bundleOf(calling(marketplace, "createAttachment"));
    expect(form.text).toContain("multipart");
    // XML, texts, positional parts and whole files.
    expect(form.inputs.filter((path) => /any-body|encode-text|file-encoder/.test(path))).toEqual(
      [],
    );
  });
});

// The documents are in a folder next to the repository and in the benchmarks' folder; both may be
// missing.
const documents: readonly (readonly [
  path: string,
  operation: string,
  other: string,
  maxBytes: number,
])[] = [
  [
    resolve(import.meta.dirname, "../../../shared/corpus/openapi/discord.json"),
    "getMyUser",
    "updateWebhookMessage",
    16_950,
  ],
  [
    resolve(
      import.meta.dirname,
      "../../.bench/octokit-openapi/node_modules/@octokit/openapi/generated/api.github.com.json",
    ),
    "usersGetAuthenticated",
    "repos/create-webhook",
    15_090,
  ],
];

describe.each(documents)("a bundle of %s", (document, operation, other, maxBytes) => {
  it.skipIf(!existsSync(document))(`with ${operation} alone stays below its limit`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "bundle-"));
    try {
      await generateInto(folder, document);
      const { text, gzipBytes } = await bundleOf(calling(join(folder, "client.ts"), operation));
      expect(gzipBytes).toBeLessThanOrEqual(maxBytes);
      expect(text).not.toContain(other);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

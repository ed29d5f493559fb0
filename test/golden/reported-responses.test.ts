// A generated client of an API by others: responses that break the document are reported and used.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type RestTransportOptions, restTransport } from "@specwright/rest/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { errorsOf, generateDocument } from "./generate-document.ts";

const document = `openapi: 3.1.0
info: { title: Ledger, version: "1" }
paths:
  /accounts:
    get:
      operationId: listAccounts
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Account" } }
components:
  schemas:
    Account:
      type: object
      required: [id, cents, state, owner]
      properties:
        id: { type: integer, format: int64 }
        cents: { type: integer, format: int64 }
        state: { enum: [open, shut] }
        owner: { type: object, required: [key], properties: { key: { type: integer, format: int64 } } }
`;
/** Two accounts. Each has a member that breaks the document and that the caller never reads. */
const answer = `[
  { "id": 1, "cents": 9007199254740993, "state": "frozen", "owner": { "key": 7 } },
  { "id": 2, "cents": 5, "state": null, "owner": { "key": 9007199254740995 } }
]`;
const accounts = [
  { id: 1n, cents: 9_007_199_254_740_993n, state: "frozen", owner: { key: 7n } },
  { id: 2n, cents: 5n, state: null, owner: { key: 9_007_199_254_740_995n } },
];

afterEach(() => vi.restoreAllMocks());

/** Generates a client, and returns a function that calls it with the options of a transport. */
async function clientOf(name: string, responses?: "report") {
  const folder = await scratchFolder(`responses-${name}`);
  const { files, diagnostics } = await generateDocument(
    { file: "ledger.yaml", text: document },
    { emit: ["client"], ...(responses && { responses }) },
  );
  expect(errorsOf(diagnostics)).toEqual([]);
  for (const { path, content } of files) await writeInto(folder, path, content);
  const { createLedgerClient } = await import(pathToFileURL(join(folder, "client.ts")).href);
  const call = (options: Partial<RestTransportOptions> = {}): Promise<{ body: unknown }> =>
    createLedgerClient(
      restTransport({
        baseUrl: "https://ledger.example",
        fetch: async () =>
          new Response(answer, { headers: { "Content-Type": "application/json" } }),
        ...options,
      }),
    ).listAccounts.orThrow();
  return { call, folder };
}

describe("32.6 a response that breaks the document", () => {
  it("is refused by default", async () => {
    const { call } = await clientOf("refused");
    await expect(call()).rejects.toMatchObject({ code: "invalid_response" });
  });

  it("is used with exact integers by a client that reports, with one warning", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { call, folder } = await clientOf("reported", "report");
    expect((await call()).body).toEqual(accounts);
    expect((await call()).body).toEqual(accounts);
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^listAccounts: the response breaks the contract: .* at "\/\*\/state"$/,
        ),
      ],
    ]);

    const reports: unknown[] = [];
    await call({ onIssues: ({ issues }) => void reports.push(...issues) });
    expect(reports).toMatchObject([{ pointer: "/0/state" }, { pointer: "/1/state" }]);
    expect(warn).toHaveBeenCalledTimes(1);

    const strict = call({ validation: { response: "error" } });
    await expect(strict).rejects.toMatchObject({ code: "invalid_response" });
    expect(await compileFolder(folder)).toEqual([]);
  });
});

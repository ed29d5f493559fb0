// The file of settings: faults name the key, and schemas of custom fields fit the stored values.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createMarketplace, fileFolder } from "@specwright/marketplace";
import { describe, expect, test } from "vitest";
import type { CustomFieldDeclarations } from "../src/custom-fields/custom-fields.ts";
import { readSettings } from "../src/environment/read-settings.ts";
import { at, send, startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { databaseOf, execute } from "./test-database.ts";

test.each<{ given: object; want: readonly string[] }>([
  { given: { moderations: true }, want: ['"/moderations" is not a setting'] },
  { given: { moderation: "yes" }, want: ['"/moderation" must be boolean'] },
  { given: { registration: "maybe" }, want: ['"/registration" must be one of "open", "closed"'] },
  { given: { rate_limits: "on" }, want: ['"/rate_limits" must be one of "off"'] },
  { given: { rate_limits: { reports: 5 } }, want: ['"/rate_limits/reports" is not a setting'] },
  { given: { rate_limits: { report: 0 } }, want: ['"/rate_limits/report" must be >= 1'] },
  {
    given: { custom_fields: { listings: { a: { type: "string" } } } },
    want: [
      '"/custom_fields/listings/a/schema" is missing',
      '"/custom_fields/listings/a/type" is not a setting',
    ],
  },
  {
    given: { seed: { users: [{ username: "a", "e/mail": "x" }] } },
    want: [
      '"/seed/users/0/email" is missing',
      '"/seed/users/0/password" is missing',
      '"/seed/users/0/e~1mail" is not a setting',
    ],
  },
])("$given is refused: $want", async ({ given, want }) => {
  const file = join(await temporaryFolder(), "settings.json");
  await writeFile(file, JSON.stringify(given));
  const message = `invalid_option: settings ${file}: ${want.join("; ")}`;
  expect(() => readSettings(file)).toThrow(message);
});

test("a seed names every row that cannot be added", async () => {
  const seed = {
    users: [
      { username: "ada", email: "ada@people.example", password: "short" },
      { username: "b b", email: "nowhere", password: "correct horse" },
    ],
    listings: [
      { owner: "ada", title: "Engine" },
      { owner: "eve", title: "Loom" },
    ],
  };
  const message = await startMarketplace({ seed }).then(
    () => "",
    (error: Error) => error.message,
  );
  expect(message.replace("invalid_option: the seed: ", "").split("; ")).toEqual([
    "/seed/users/0/password: expected a password of 8 to 128 characters",
    expect.stringMatching(/^\/seed\/users\/1\/(?:username|email): expected a /),
    expect.stringMatching(/^\/seed\/users\/1\/(?:username|email): expected a /),
    '/seed/listings/1/owner: "eve" is not a username in /seed/users',
    "add the user there, or correct the name",
  ]);
});

test("a schema that cannot be used is named by its key", async () => {
  const started = createMarketplace({
    database: { engine: "sqlite", file: "/nonexistent/never-opened.db" },
    files: fileFolder("/nonexistent/files"),
    adminEmail: "admin@site.example",
    customFields: { users: {}, listings: { age: { schema: { type: "numbr" } } } },
  });
  await expect(started).rejects.toThrow("/custom_fields/listings/age has an unusable schema");
});

describe("a changed schema of a custom field", () => {
  const former = {
    users: { size: { schema: { type: "integer" } } },
    listings: { brand: { schema: { type: "string" } }, note: { schema: true } },
  } satisfies Record<string, CustomFieldDeclarations>;

  /** Starts a service with other fields on the values of the former ones; returns the error. */
  async function restart(
    folder: string,
    customFields: Parameters<typeof createMarketplace>[0]["customFields"],
  ): Promise<unknown> {
    const started = createMarketplace({
      database: await databaseOf(folder),
      files: fileFolder(join(folder, "files")),
      adminEmail: "admin@site.example",
      ...(customFields === undefined ? {} : { customFields }),
    });
    return await started.then((service) => service.close()).catch((error: unknown) => error);
  }

  async function startFormer(): Promise<string> {
    const { marketplace, folder, url, token } = await startMarketplace({ customFields: former });
    const secret = await token("ada");
    for (const brand of ["Bell", "Dunn", null, "Ford", "Hill"]) {
      const body = { title: "x", note: [1], ...(brand === null ? {} : { brand }) };
      const made = await send(`${url}/listings`, "POST", { token: secret, body });
      expect(made.status).toBe(201);
    }
    await send(`${url}/users/1`, "POST", { token: secret, body: { size: 38 } });
    await marketplace.close();
    return folder;
  }

  test.each<{ given: string; users?: object; listings?: object; want: string | undefined }>([
    { given: "the same", want: undefined },
    { given: "none", users: {}, listings: {}, want: undefined },
    { given: "a wider one", users: { size: { schema: { type: "number" } } }, want: undefined },
    {
      given: "a union",
      listings: { brand: { schema: { type: ["string", "number"] } } },
      want: undefined,
    },
    {
      given: "another type",
      users: { size: { schema: { type: "string" } } },
      want: "settings /custom_fields/users/size/schema: 1 stored values do not match (user 1 must be string)",
    },
    {
      given: "another type of many values",
      listings: { brand: { schema: { type: "number" } } },
      want: "/custom_fields/listings/brand/schema: 4 stored values do not match (listing 6 must be number; listing 7 must be number; listing 9 must be number; …)",
    },
    {
      given: "two of them",
      users: { size: { schema: { type: "string" } } },
      listings: { note: { schema: { type: "object" } } },
      want: "(user 1 must be string); /custom_fields/listings/note/schema: 5 stored values",
    },
  ])("is checked against stored values: $given", async ({ users, listings, want }) => {
    const folder = await startFormer();
    const refusal = await restart(folder, {
      users: { ...former.users, ...users },
      listings: { ...former.listings, ...listings },
    });
    expect(refusal).toEqual(
      want === undefined
        ? undefined
        : expect.objectContaining({
            code: "invalid_option",
            message: expect.stringContaining(want),
          }),
    );
    // A refusal leaves things as they are, and is repeated.
    expect(await restart(folder, former)).toBeUndefined();
  });

  test("is not checked again before it changes", async () => {
    const folder = await startFormer();
    const digest = async () => {
      const [row] = await execute(
        folder,
        "SELECT value FROM service_keys WHERE name = 'custom_field_schemas'",
      );
      return at(row, "value");
    };
    const before = await digest();
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    await execute(folder, `UPDATE listings SET custom_fields = '{"brand":7}' WHERE id = 6`);
    expect(await restart(folder, former)).toBeUndefined();
    const wider = { ...former, users: { size: { schema: { type: "number" } } } };
    expect(await restart(folder, wider)).toMatchObject({ code: "invalid_option" });
    expect(await digest()).toBe(before);
  });
});

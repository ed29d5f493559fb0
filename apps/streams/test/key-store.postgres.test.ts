import { openPostgresKeyStore } from "@specwright/streams-service";
import { Client } from "pg";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { runCli } from "../src/cli/run-cli.ts";
import { accessKeysSuite } from "./access-keys-suite.ts";

const secretKey = "00112233445566778899aabbccddeeff".repeat(2);

let url = "";
let databases = 0;

/** Each test has its own database. */
beforeEach(async () => {
  const server = inject("postgresUrl");
  if (server === "") return;
  databases += 1;
  const name = `streams_keys_${process.pid}_${databases}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  url = server.replace(/\/[^/]*$/, `/${name}`);
});

describe("access keys in PostgreSQL", () => {
  accessKeysSuite((clock) => openPostgresKeyStore(url, clock));

  it("are shared by processes that start together", async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresKeyStore(url)));
    const [one, two] = stores;
    await one?.add({ accessKey: "a", secretKey, brokerId: "B" });
    expect(await two?.lookup("a")).toEqual({ secretKey, brokerId: "B" });
    await two?.revoke("a");
    expect(await one?.lookup("a")).toMatchObject({ revoked: true });
    expect(await one?.ended(["a", "b"])).toEqual(["a", "b"]);
    for (const store of stores) await store.close();
  });

  it("are added, rotated and listed by the command line", async () => {
    let out = "";
    const environment = {
      env: { STREAMS_KEYS_URL: url },
      version: () => "1.2.3",
      folder: "",
      out: async (text: string) => {
        out += text;
      },
      err: (text: string) => {
        out += text;
      },
    };
    expect(await runCli(["keys", "add", "BRK-1"], environment)).toBe(0);
    const { access_key } = JSON.parse(out) as { readonly access_key: string };
    expect(await runCli(["keys", "rotate", access_key, "--grace", "60"], environment)).toBe(0);
    out = "";
    expect(await runCli(["keys", "list"], environment)).toBe(0);
    expect(out.match(/BRK-1 .* (active|expires)/g)).toHaveLength(2);
  });

  it("are refused if the database does not exist, without quoting its password", async () => {
    const opened = openPostgresKeyStore("postgres://someone:hidden@127.0.0.1:1/none");
    await expect(opened).rejects.toMatchObject({ code: "bad_access_keys" });
    await expect(opened).rejects.not.toThrow("hidden");
  });
});

import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccessKeys, openKeyStore } from "@specwright/streams-service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../src/cli/run-cli.ts";
import { accessKeysSuite, type FixedClock } from "./access-keys-suite.ts";

const secretKey = "00112233445566778899aabbccddeeff".repeat(2);
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "streams-keys-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ["in memory", (clock: FixedClock) => createAccessKeys([], clock)],
  ["in a file", (clock: FixedClock) => openKeyStore(join(folder, "same.sqlite"), clock)],
])("access keys %s", (_, open) => {
  accessKeysSuite(async (clock) => open(clock));
});

describe("a key store", () => {
  it("is readable only by its owner, and two processes may open it", async () => {
    const file = join(folder, "two.sqlite");
    const [one, two] = [openKeyStore(file), openKeyStore(file)];
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await one.add({ accessKey: "a", secretKey, brokerId: "B" });
    expect(await two.lookup("a")).toEqual({ secretKey, brokerId: "B" });
    await two.revoke("a");
    expect(await one.lookup("a")).toMatchObject({ revoked: true });
    await one.close();
    await two.close();
  });

  it("refuses a file of another kind", async () => {
    const file = join(folder, "text.sqlite");
    await writeFile(
      file,
      "this is not a database, and long enough to be looked at twice ".repeat(20),
    );
    expect(() => openKeyStore(file)).toThrow("is not a key store");
  });
});

async function run(args: readonly string[], env: Record<string, string> = {}) {
  let out = "";
  let err = "";
  const code = await runCli(args, {
    env,
    version: () => "1.2.3",
    folder,
    out: async (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

describe("specwright-streams", () => {
  it("adds, lists, rotates and revokes keys", async () => {
    const env = { STREAMS_DATA: join(folder, "data") };
    const added = JSON.parse((await run(["keys", "add", "BRK-1"], env)).out) as AccessKeyLine;
    expect(added).toMatchObject({ broker_id: "BRK-1" });
    expect(added.secret_key).toMatch(/^[0-9a-f]{64}$/);
    const rotated = await run(["keys", "rotate", added.access_key, "--grace", "0"], env);
    const fresh = JSON.parse(rotated.out) as AccessKeyLine;
    expect(fresh.broker_id).toBe("BRK-1");
    expect(fresh.access_key).not.toBe(added.access_key);
    expect((await run(["keys", "revoke", fresh.access_key], env)).code).toBe(0);
    const { out } = await run(["keys", "list"], env);
    expect(out.trim().split("\n")).toHaveLength(2);
    expect(out).toContain("revoked");
    expect(out).toContain("expires");
    expect(out).not.toContain(added.secret_key);
  });

  it("signs a path", async () => {
    const { code, out } = await run(["sign", "/v1/orders?since=1"], {
      STREAMS_ACCESS_KEY: "ak",
      STREAMS_SECRET_KEY: secretKey,
      STREAMS_BROKER_ID: "B",
    });
    expect(code).toBe(0);
    expect(out).toMatch(
      /^PRE-ACCESS-KEY: ak\nPRE-ACCESS-TIMESTAMP: .*Z\nPRE-ACCESS-SIGNATURE: [0-9a-f]{64}\n$/,
    );
  });

  it.each([
    [["no-such"], "unknown command no-such"],
    [["tail"], "missing required argument 'channel'"],
    [["tail", "orders"], "no sandbox runs in this folder"],
    [["tail", "trades", "--url", "ws://h"], "Unknown channel trades"],
    [["book", "M", "--url", "ws://h/v1"], "missing: --access-key (or STREAMS_ACCESS_KEY)"],
    [["keys"], "set STREAMS_DATA"],
    [["serve", "now"], "unexpected argument now; serve takes no arguments"],
    [["sign"], "expected sign PATH"],
    [["sign", "/v1/orders"], "set STREAMS_ACCESS_KEY"],
  ])("reports what is wrong with %j", async (args, message) => {
    const { code, err } = await run(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it.each([
    [["serve", "--help"], "serve the five channels"],
    [["keys", "add", "-h"], "keys add BROKER"],
    [["--version"], "1.2.3"],
  ])("answers %j without running anything", async (args, words) => {
    const { code, out } = await run(args);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(words) });
  });

  it("prints its help", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    for (const command of ["serve", "tail", "book", "keys rotate", "sign"]) {
      expect(out).toContain(`specwright-streams ${command}`);
    }
    expect((await run(["book", "--help"])).out).toContain("Usage: specwright-streams book");
  });
});

interface AccessKeyLine {
  readonly access_key: string;
  readonly secret_key: string;
  readonly broker_id: string;
}

// The sandbox and the command that watches it, started as a visitor would.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@specwright/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Child, endChildren, startChild } from "./children.ts";
import { withinTime } from "./within.ts";

const root = new URL("../..", import.meta.url).pathname;

const ephemeral = [
  "--ephemeral",
  "--no-publisher",
  "--streams-port",
  "0",
  "--marketplace-port",
  "0",
  "--seed",
  "7",
];
let folder: string;
let sandbox: Child;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-sandbox-e2e-"));
  sandbox = start(folder);
  await sandbox.line(/Ctrl\+C/);
});

afterAll(async () => {
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

function start(cwd: string): Child {
  return startChild({ script: "apps/sandbox/src/main.ts", args: ephemeral, cwd });
}

function tail(args: readonly string[], cwd = folder): Child {
  const script = "packages/streams-sdk/src/bin.ts";
  return startChild({ script, args: ["tail", ...args], cwd });
}

/** Returns the flags in the command that the sandbox prints for use in other folders. */
function printedFlags(): readonly string[] {
  const line = sandbox.lines().find((printed) => printed.includes("--secret-key")) ?? "";
  return line.trim().split(" ").slice(4);
}

describe("tail --json", () => {
  test.each([
    ["orders", "order_update"],
    ["accounting", "accounting_update"],
    ["market-data", "book_snapshot"],
    ["market-data", "book_diff"],
  ])("shows frames of %s", async (channel, type) => {
    const child = tail([channel, "--json"]);
    const line = await child.line(new RegExp(`"type":"${type}"`));
    expect(parseJson(line)).toMatchObject({ type, ts_ns: expect.any(BigInt) });
    expect(await child.stop("SIGINT")).toEqual({ code: 0, signal: null });
  });

  test("shows events from the first on in one language", async () => {
    const child = tail(["events", "--json", "--since", "1", "--lang", "id"]);
    const line = await child.line(/"event_type":"market.created"/);
    expect(parseJson(line)).toMatchObject({ payload: { title: { id: expect.any(String) } } });
    expect(line).not.toContain('"en":');
    await child.line(/"type":"backlog_end"/);
    expect(await child.stop("SIGINT")).toEqual({ code: 0, signal: null });
    expect(child.errors()).toContain("events: replaying");
  });

  test("keeps every digit of an engine number beyond 2^53", async () => {
    const child = tail(["orders", "--json", "--since", "1"]);
    const line = await child.line(/"seq":2,/);
    expect(line).toContain('"last_update_engine_seq":9007199254740994');
    expect(await child.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  });
});

describe("tail", () => {
  test("accepts the printed flags in another folder", async () => {
    const child = tail(["orders", ...printedFlags()], tmpdir());
    await child.line(/ order_update .* (NEW|ACTIVE|FILLED|CANCELLED)/);
    expect(await child.stop("SIGINT")).toEqual({ code: 0, signal: null });
  });

  test.each([
    ["an unknown channel", ["trades"], "bad_selection"],
    ["a flag of another channel", ["market-data", "--since", "1"], "bad_selection"],
    ["an unknown flag", ["orders", "--colour"], "unknown option"],
    ["keys without a url", ["orders", "--access-key", "a"], "--url"],
  ])("refuses %s with 2", async (_name, args, message) => {
    const child = tail(args);
    expect(await child.ended()).toEqual({ code: 2, signal: null });
    expect(child.errors()).toContain(message);
  });

  test("reports an unknown key and exits with 1", async () => {
    const flags = printedFlags().map((word) => (word.startsWith("ak-") ? "ak-unknown" : word));
    const child = tail(["orders", ...flags]);
    expect(await child.ended()).toEqual({ code: 1, signal: null });
    expect(child.errors()).toContain("HTTP 401 unknown_key");
  });

  test("explains in another folder that no sandbox runs there", async () => {
    const child = tail(["orders"], tmpdir());
    expect(await child.ended()).toEqual({ code: 2, signal: null });
    expect(child.errors()).toContain("no sandbox runs in this folder");
  });
});

test("tail ends when its output is closed", async () => {
  const script = join(root, "packages/streams-sdk/src/bin.ts");
  const command = `"$0" --conditions=@specwright/source "$1" tail orders --since 1 | head -n 1; exit "\${PIPESTATUS[0]}"`;
  const child = spawn("bash", ["-c", command, process.execPath, script], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [code] = await withinTime("the end of tail", once(child, "exit"));
  expect(code).toBe(0);
});

describe("book", () => {
  test("draws the book of a market as it changes", async () => {
    const child = await bookOfOrders();
    await child.line(/ @ +\d.* \|| \| \d.* @ \d/);
    expect(await child.stop("SIGINT")).toEqual({ code: 0, signal: null });
    expect(child.errors()).toContain("marketData: live");
  });

  test("prints states as JSON lines and ends on SIGTERM", async () => {
    const child = book([await someMarket(), "--json"]);
    const line = await child.line(/"status":"ready"/);
    expect(parseJson(line)).toMatchObject({
      status: "ready",
      ts_ns: expect.any(BigInt),
      bids: expect.any(Array),
    });
    expect(await child.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  test("reports an unknown market and exits with 1", async () => {
    const child = book(["NO-SUCH-MARKET"]);
    expect(await child.ended()).toEqual({ code: 1, signal: null });
    expect(child.errors()).toContain("unknown_market");
  });

  /** Draws the books of open markets until one has orders; the previous ones have ended meanwhile. */
  async function bookOfOrders(): Promise<Child> {
    for (;;) {
      const market = await someMarket();
      const child = book([market, "--depth", "2"]);
      const head = await child.line(new RegExp(`^${market}  #\\d+ .* bids, \\d+ asks`));
      if (!head.endsWith(" 0 bids, 0 asks")) return child;
      await child.stop("SIGINT");
    }
  }

  function book(args: readonly string[]): Child {
    const script = "packages/streams-sdk/src/bin.ts";
    return startChild({ script, args: ["book", ...args], cwd: folder });
  }
});

/** Returns an open market. */
async function someMarket(): Promise<string> {
  const child = tail(["market-data", "--json"]);
  const line = await child.line(/"type":"book_diff"/);
  await child.stop("SIGINT");
  return String(Reflect.get(Object(parseJson(line)), "market_id"));
}

describe("the sandbox", () => {
  test("makes its connection file readable only by its owner", async () => {
    const { mode } = await stat(join(folder, ".specwright", "sandbox.json"));
    expect(mode & 0o777).toBe(0o600);
  });

  test("serves the marketplace to the user it prints", async () => {
    const { marketplace } = await connectionFile();
    const { url, username, password } = marketplace;
    const response = await fetch(`${url}/users/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username_or_email: username, password }),
    });
    expect(response.status).toBe(200);
  });

  test("refuses a second one in the same folder", async () => {
    const second = start(folder);
    expect(await second.ended()).toEqual({ code: 1, signal: null });
    expect(second.errors()).toContain("is already running in this folder");
  });

  test("stops on Ctrl+C, informs its clients, and deletes its connection file", async () => {
    const child = tail(["orders"]);
    await child.line(/order_update/);
    expect(await sandbox.stop("SIGINT")).toEqual({ code: 0, signal: null });
    expect(sandbox.lines()).toContain("Stopped.");
    expect(sandbox.errors()).toBe("");
    await expect(stat(join(folder, ".specwright", "sandbox.json"))).rejects.toThrow("ENOENT");
    await child.error("closed with 1001");
    expect(await child.stop("SIGINT")).toEqual({ code: 0, signal: null });
  });
});

async function connectionFile() {
  const text = await readFile(join(folder, ".specwright", "sandbox.json"), "utf8");
  return JSON.parse(text) as {
    readonly marketplace: {
      readonly url: string;
      readonly username: string;
      readonly password: string;
    };
  };
}

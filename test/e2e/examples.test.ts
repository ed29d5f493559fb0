// The programs in examples/ against the sandbox.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDecimals, type Decimal, formatDecimal } from "@specwright/runtime";
import {
  AccountingPayoutFrameCodec,
  AccountingUpdateFrameCodec,
} from "@specwright/streams-api/codec";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Child, endChildren, startChild } from "./children.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-examples-e2e-"));
  const ports = ["--no-publisher", "--streams-port", "0", "--marketplace-port", "0"];
  const args = ["--ephemeral", ...ports, "--seed", "11"];
  const sandbox = startChild({ script: "apps/sandbox/src/main.ts", args, cwd: folder });
  await sandbox.line(/Ctrl\+C/);
});

afterAll(async () => {
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

function example(name: string, args: readonly string[] = []): Child {
  return startChild({ script: `examples/${name}.ts`, args, cwd: folder });
}

const numbersOf = (child: Child): readonly number[] =>
  child.lines().map((line) => Number(/^#(\d+) /.exec(line)?.[1]));

test("tail-orders prints every order once, even across a restart", async () => {
  const first = example("tail-orders");
  await first.line(/^#9 .* @ /);
  expect(await first.stop("SIGINT")).toEqual({ code: 0, signal: null });
  expect(first.errors()).toContain("replaying");
  const [kept] = (await readFile(join(folder, "orders.cursor"), "utf8")).split(" ").map(Number);
  const seen = numbersOf(first);
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => at + 1));
  expect(kept).toBe(seen.at(-1));

  const second = example("tail-orders");
  await second.line(new RegExp(`^#${seen.length + 1} `));
  expect(await second.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(numbersOf(second)[0]).toBe(seen.length + 1);
});

/** Returns an account and the change of its cash in a line of accounting, from a trade or a payout. */
function cashOf(text: string): { id: string; number: bigint; change: Decimal } {
  if (text.startsWith('{"type":"accounting_update"')) {
    const { seq, payload } = AccountingUpdateFrameCodec.decode(text);
    return { id: payload.account_id, number: seq, change: payload.deltas.cash };
  }
  if (text.startsWith('{"type":"accounting_payout"')) {
    const { seq, payload } = AccountingPayoutFrameCodec.decode(text);
    return { id: payload.account_id, number: seq, change: payload.cash_delta };
  }
  return { id: "", number: 0n, change: { units: 0n, nanos: 0 } };
}

test("mirror-balances shows the sum of all changes", async () => {
  const mirror = example("mirror-balances");
  await mirror.line(/^#2\d /);
  expect(await mirror.stop("SIGINT")).toEqual({ code: 0, signal: null });
  const line = mirror.lines().findLast((printed) => printed.startsWith("#")) ?? "";
  const [, seq = "", account = "", cash = ""] = /^#(\d+) (\S+) cash (\S+) /.exec(line) ?? [];

  const script = "packages/streams-sdk/src/bin.ts";
  const args = ["tail", "accounting", "--json", "--since", "1"];
  const tail = startChild({ script, args, cwd: folder });
  await tail.line(new RegExp(`"seq":${seq},`));
  await tail.stop("SIGINT");
  let sum: Decimal = { units: 0n, nanos: 0 };
  for (const text of tail.lines()) {
    const { id, number, change } = cashOf(text);
    if (id === account && number <= BigInt(seq)) sum = addDecimals(sum, change);
  }
  expect(cash).toBe(formatDecimal(sum));
});

test("print-book prints prices of the newest market, and stops on a signal", async () => {
  const book = example("print-book");
  await book.line(/^\S+ #\d+ .* \| /);
  expect(await book.stop("SIGINT")).toEqual({ code: 0, signal: null });
  expect(book.errors()).not.toContain("Error");
});

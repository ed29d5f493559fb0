// The command as its user runs it.

import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@specwright/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "../src/command/program.ts";
import { listAt, valueAt } from "../src/streams/stimulus/json-values.ts";

const here = new URL("..", import.meta.url).pathname;
const node = `${process.execPath} --conditions=@specwright/source`;
const stimulus = `exec ${node} ${here}test/stimulus-server.ts`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-conformance-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const lines: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
  const code = await runProgram(args, {
    env,
    out: (text) => void lines.out.push(text),
    err: (text) => void lines.err.push(text),
  });
  return { code, out: lines.out.join("\n"), err: lines.err.join("\n") };
}

test("needs only a stimulus that starts the server; reports are written", async () => {
  const [json, junit] = [join(folder, "report.json"), join(folder, "report.xml")];
  const { code, out } = await run([
    ...["--stimulus", stimulus, "--only", "4.5", "--only", "sequenced.x-sequence"],
    ...["--json", json, "--junit", junit, "--timeout", "60"],
  ]);
  expect(out).toMatch(/15 passed, 0 failed, 0 not run/);
  expect(out).toContain("Next:\n- Every clause passed.");
  expect(code).toBe(0);
  const report = parseJson(await readFile(json));
  expect(valueAt(report, "counts")).toEqual({ pass: 15, fail: 0, "not run": 0 });
  expect(listAt(report, "results").map((result) => valueAt(result, "id"))).toContain(
    "sequenced.x-sequence.resume.tooOld",
  );
  const xml = await readFile(junit, "utf8");
  expect(xml).toContain('tests="15" failures="0" skipped="0"');
  expect(xml).toContain('<testcase classname="section 4.5" name="4.5.4 ');
});

test("a failed clause is reported with exit code 1", async () => {
  // The limit passed to the kit exceeds the server's.
  const wrong = ["--limit", "max_control_frame_bytes=20000", "--only", "S12.4"];
  const { code, out } = await run(["--stimulus", stimulus, ...wrong, "--timeout", "60"]);
  expect(out).toMatch(/S12\.4 +fail .*\n +observed: closed with 1009/);
  expect(out).toMatch(/0 passed, 1 failed, 0 not run/);
  expect(out).toContain("- Fix S12.4: the rules are in S12 of the contract.");
  expect(code).toBe(1);
});

describe("a wrong command line is reported", () => {
  const key = {
    STREAMS_ACCESS_KEY: "k",
    STREAMS_SECRET_KEY: "0".repeat(64),
    STREAMS_BROKER_ID: "b",
  };
  test.for<readonly [readonly string[], Readonly<Record<string, string>>, RegExp]>([
    [[], {}, /missing server/],
    [["http://localhost/v1"], key, /not a ws:\/\/ or wss:\/\/ URL/],
    [["ws://localhost/v1"], {}, /missing access key/],
    [["ws://localhost/v1", "--access-key", "k"], {}, /missing: STREAMS_SECRET_KEY, --broker-id/],
    [["ws://localhost/v1"], { ...key, STREAMS_SECRET_KEY: "x" }, /not 64 hex characters/],
    [["ws://localhost/v1", "--only", "99"], key, /unknown clause 99/],
    [["ws://localhost/v1", "--limit", "a=1"], key, /expected NAME=NUMBER. Names: clock_skew/],
    [["ws://localhost/v1", "--channel", "market-data"], key, /one of orders/],
    [["ws://localhost/v1", "--timeout", "0"], key, /a number of seconds/],
    [["--nothing"], {}, /nothing/],
    [["--stimulus", "exit 3", "--timeout", "5"], {}, /the stimulus ended with 3/],
  ])("%s ends with 2", async ([args, env, message], { expect: expectHere }) => {
    const { code, err } = await run(args, env);
    expectHere(err).toMatch(message);
    expectHere(code).toBe(2);
  });
});

test("--list and --help explain themselves", async () => {
  const [list, help] = await Promise.all([run(["--list", "--only", "S6"]), run(["--help"])]);
  expect(list).toMatchObject({ code: 0, err: "" });
  expect(list.out.trim().split("\n")).toHaveLength(6);
  expect(list.out).toContain("[issueKey, revokeKey]");
  expect(help.code).toBe(0);
  expect(help.out).toContain("Usage: specwright-conformance");
  const parameters = ["--conditions=@specwright/source", `${here}src/bin.ts`, "-h"];
  expect(execFileSync(process.execPath, parameters, { encoding: "utf8" }).trim()).toBe(help.out);
});

test("an unreachable server fails clauses but does not crash the kit", async () => {
  const env = {
    STREAMS_ACCESS_KEY: "k",
    STREAMS_SECRET_KEY: "0".repeat(64),
    STREAMS_BROKER_ID: "b",
  };
  const { code, out } = await run(["ws://127.0.0.1:9/v1", "--only", "5.1", "--timeout", "2"], env);
  expect(out).toMatch(/dropped the connection.*ECONNREFUSED/);
  expect(code).toBe(1);
});

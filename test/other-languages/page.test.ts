// docs/other-languages.md: its vectors and its code sign as we do, and its tables are complete compared
// with the streams contract.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { signUpgrade } from "@specwright/streams/signing";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readBlocks } from "../readmes/read-blocks.ts";
import { languages, python, runIn } from "./languages.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const page = read("docs/other-languages.md");
const blocks = readBlocks(page);
const blockIn = (language: string): string =>
  blocks.find((block) => block.language === language)?.text ?? "";

interface Vector {
  readonly secret_key: string;
  readonly broker_id: string;
  readonly access_key: string;
  readonly path: string;
  readonly timestamp: string;
  readonly text?: string;
  readonly signature: string;
}

interface KnownVector extends Omit<Vector, "secret_key"> {
  readonly canonical: string;
  readonly presented?: string;
  readonly why?: string;
}

const vectors: readonly Vector[] = JSON.parse(blockIn("json"));
const known: Readonly<Record<"valid" | "invalid", readonly KnownVector[]>> = JSON.parse(
  read("specs/vectors/signing/vectors.json"),
);

describe("the vectors", () => {
  test("are five, the first with its text", () => {
    expect(vectors).toHaveLength(5);
    const [first] = vectors;
    const same = known.valid.find(({ signature }) => signature === first?.signature);
    expect(first?.text).toBe(same?.canonical);
  });

  test.each(vectors)("$path: our signature is the same", (vector) => {
    const { access_key: accessKey, secret_key: secretKey, broker_id: brokerId } = vector;
    const headers = signUpgrade({ ...vector, accessKey, secretKey, brokerId });
    expect(headers["PRE-ACCESS-SIGNATURE"]).toBe(vector.signature);
  });

  test("wrong signatures of the first are in the linked file, with the described mistakes", () => {
    expect(page).toContain("](../specs/vectors/signing/vectors.json)");
    const mistakes = known.invalid.filter(({ path }) => path === vectors[0]?.path);
    expect(mistakes.length).toBeGreaterThan(12);
    expect(mistakes.filter(({ why }) => !why)).toEqual([]);
  });

  const isReady = languages.some(({ name, command }) => name === "Python" && command !== undefined);
  test.skipIf(!isReady)("the page's Python computes the same signatures", () => {
    const program = `${blockIn("python")}
import json, sys
for v in json.loads(sys.argv[1]):
    print(sign(v["secret_key"], v["broker_id"], v["access_key"], v["path"], v["timestamp"]))
`;
    const printed = runIn(root, [python, "-c", program, JSON.stringify(vectors)]);
    expect(printed.trim().split("\n")).toEqual(vectors.map(({ signature }) => signature));
  });
});

describe("the tables have every", () => {
  const contract = parse(read("specs/streams/asyncapi.yaml"));
  const { components } = contract;
  const listed = (schema: string): readonly string[] =>
    components.schemas[schema].anyOf.flatMap((each: { enum?: string[] }) => each.enum ?? []);
  const section = (title: string): string => {
    const [, text = ""] = page.split(new RegExp(`^## ${title}$`, "m"));
    return text.split(/^## /m)[0] ?? "";
  };
  const closes: readonly { codes: number; name: string }[] = contract["x-endings"].closes;
  const refusals: readonly { status: number; code: string }[] =
    contract["x-upgrade-errors"].responses;
  const frames = Object.values<{ name: string }>(components.messages).map(({ name }) => name);

  test.each<[what: string, text: string, names: readonly (string | number)[]]>([
    ["close code", section("Errors and close codes"), closes.map(({ codes }) => codes)],
    ["code of an error", section("Errors and close codes"), listed("ErrorCode")],
    ["status of a refusal", section("Refused upgrades"), refusals.map(({ status }) => status)],
    ["reason of a 401", section("Refused upgrades"), listed("UnauthorizedReason")],
    ["frame", page, frames],
    ["channel", page, Object.values<{ address: string }>(contract.channels).map((c) => c.address)],
  ])("%s", (_, text, names) => {
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((word) => !new RegExp(`(?<!\\w)${word}\\b`).test(text))).toEqual([]);
  });

  test("member of a frame, with the reference that the page links", () => {
    const link = /\]\(\.\.\/(\S+\/schemas\.md)\)/.exec(page)?.[1] ?? "";
    const pages = page + read(link);
    const frames = Object.entries<Schema>(components.schemas).filter(
      ([name]) => !/^Upgrade|^(?:Un)?[Ss]ubscribe/.test(name),
    );
    const members = frames.flatMap(([, schema]) => membersOf(schema));
    expect(members.length).toBeGreaterThan(100);
    expect(members.filter((name) => !new RegExp(`[\`."]${name}\\b`).test(pages))).toEqual([]);
  });

  const limits: readonly { name: string; default: number }[] = contract["x-limits"];
  const words = page.replaceAll(/\s+/g, " ");
  test.each<[name: string, value: number, text: string]>([
    ["max_pending_frames", 8192, "8,192 frames or"],
    ["max_pending_bytes", 8 * 2 ** 20, "or 8 MiB were waiting"],
    ["slow_reader_lag", 30, "a ping was not answered in 30 seconds"],
    ["heartbeat_interval", 15, "it is 15 seconds"],
    ["retention_age", 24 * 3600, "Frames are kept for 24 hours"],
    ["retention_frames", 1_000_000, "or 1,000,000 frames"],
    ["clock_skew_tolerance", 300, "may be 5 minutes off"],
    ["max_control_frame_bytes", 65_536, "a frame above 64 KiB"],
    ["max_markets_per_connection", 1024, "1,024 on a connection"],
    ["max_snapshots_per_minute", 2048, "2,048 snapshots in a minute"],
    ["max_connections_per_access_key", 64, "A key allows 64 connections"],
    ["max_invalid_frames_per_minute", 16, "16 invalid frames in a minute"],
    ["reconnect_delay_min", 250, "a limit: 250 ms"],
    ["reconnect_delay_max", 20_000, "at most 20 seconds"],
  ])("limit: %s is %i", (name, value, text) => {
    expect(limits.find((limit) => limit.name === name)?.default).toBe(value);
    expect(words).toContain(text);
  });

  test("limit is one of these", () => {
    expect(limits).toHaveLength(14);
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly Schema[];
}

function membersOf({ properties = {}, oneOf = [] }: Schema): readonly string[] {
  return [...Object.keys(properties), ...oneOf.flatMap(membersOf)];
}

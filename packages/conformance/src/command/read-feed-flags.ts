import type { ParseArgsConfig } from "node:util";
import { parseFlags, usage } from "./parse-flags.ts";

/** The content of a command line with a contract. */
export interface FeedFlags {
  readonly contract: string;
  readonly url: string | undefined;
  readonly channel: string | undefined;
  readonly topics: readonly string[];
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly servers: Readonly<Record<string, string>>;
  readonly perspective: "provider" | "consumer";
  readonly only: readonly string[];
  readonly timeoutMs: number;
  readonly json: string | undefined;
  readonly junit: string | undefined;
  readonly list: boolean;
  readonly help: boolean;
}

const options = {
  contract: { type: "string" },
  channel: { type: "string" },
  topic: { type: "string", multiple: true },
  seconds: { type: "string" },
  header: { type: "string", multiple: true },
  server: { type: "string", multiple: true },
  perspective: { type: "string" },
  only: { type: "string", multiple: true },
  timeout: { type: "string" },
  json: { type: "string" },
  junit: { type: "string" },
  list: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsConfig["options"];

/**
 * Parses a command line with a contract.
 *
 * @throws ConformanceError `bad_usage`.
 */
export function readFeedFlags(args: readonly string[]): FeedFlags {
  const { values, positionals } = parseFlags(args, options);
  if (positionals.length > 1) throw usage(`more than one address: ${positionals.join(" ")}`);
  const { perspective = "consumer" } = values;
  if (perspective !== "provider" && perspective !== "consumer") {
    throw usage(`--perspective ${perspective}: provider or consumer`);
  }
  return {
    contract: values.contract ?? "",
    url: positionals[0],
    channel: values.channel,
    topics: values.topic ?? [],
    seconds: secondsOf("--seconds", values.seconds ?? "30"),
    headers: Object.fromEntries((values.header ?? []).map(headerOf)),
    servers: Object.fromEntries((values.server ?? []).map(serverOf)),
    perspective,
    only: values.only ?? [],
    timeoutMs: secondsOf("--timeout", values.timeout ?? "10") * 1000,
    json: values.json,
    junit: values.junit,
    list: values.list === true,
    help: values.help === true,
  };
}

function secondsOf(flag: string, text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw usage(`${flag} ${text}: a number of seconds up to 86400`);
}

function headerOf(text: string): readonly [string, string] {
  const at = text.indexOf(":");
  if (at < 1) throw usage(`--header ${text}: NAME: VALUE`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function serverOf(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw usage(`--server ${text}: the address in the contract, =, and the real one`);
  return [text.slice(0, at), text.slice(at + 1)];
}

import { type ParseArgsConfig, parseArgs } from "node:util";
import { isSpecwrightError, parseJson } from "@specwright/runtime";
import { ConformanceError } from "../report/conformance-error.ts";
import { type ConformanceLimits, defaultLimits } from "../streams/stimulus/limits.ts";
import { type SequencedName, sequencedNames } from "../streams/stimulus/stimulus.ts";

/** The flags of every command line. */
interface CommonFlags {
  readonly url: string | undefined;
  readonly only: readonly string[];
  /** The longest wait in milliseconds. Absent: the default of the suite. */
  readonly timeoutMs?: number;
  readonly json: string | undefined;
  readonly junit: string | undefined;
  readonly list: boolean;
  readonly help: boolean;
}

/** The flags for a server of the streams contract. */
export interface StreamsFlags extends CommonFlags {
  readonly contract: undefined;
  readonly accessKey: string | undefined;
  readonly secretKey: string | undefined;
  readonly brokerId: string | undefined;
  readonly stimulus: string | undefined;
  /** The channels to judge; empty for all channels. */
  readonly channels: readonly SequencedName[];
  readonly markets: readonly string[];
  /** Whether the broker of the key is the only broker that trades. */
  readonly soleBroker: boolean;
  readonly limits: Partial<ConformanceLimits>;
}

/** The flags for a server of a contract other than the streams contract. */
export interface ContractFlags extends CommonFlags {
  readonly contract: string;
  readonly channel: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly send: readonly unknown[];
  readonly topics: readonly string[];
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly servers: Readonly<Record<string, string>>;
  readonly perspective: "provider" | "consumer";
}

/** The flags of a command line. */
export type Flags = StreamsFlags | ContractFlags;

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const given = { type: "boolean" } as const;

const ofStreams = {
  "access-key": text,
  "secret-key": text,
  "broker-id": text,
  stimulus: text,
  market: texts,
  "sole-broker": given,
  limit: texts,
} as const satisfies ParseArgsConfig["options"];

const ofContracts = {
  parameter: texts,
  send: texts,
  topic: texts,
  seconds: text,
  header: texts,
  server: texts,
  perspective: text,
} as const satisfies ParseArgsConfig["options"];

const options = {
  ...ofStreams,
  ...ofContracts,
  contract: text,
  channel: texts,
  only: texts,
  timeout: text,
  json: text,
  junit: text,
  list: given,
  help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsConfig["options"];

/** The text of `--help`. */
export const help: string = `Usage: specwright-conformance [options] [url]

Tests a server from outside, clause by clause. Clauses that cannot be tested are reported as "not run".

  --contract FILE       the AsyncAPI document, a file or a URL (default: the streams contract)
  --channel NAME        the channel; without --contract, a channel for the common rules, repeatable
  --only ID             only this clause or group of clauses, such as x-sequence or 4.5; repeatable
  --timeout SECONDS     the longest wait for a frame (default 10; without --contract 30)
  --json FILE           write the report as JSON
  --junit FILE          write the report as JUnit XML
  --list                list the clauses
  -h, --help            show this help

With --contract, the url is the server URL, without the address of the channel:

  --parameter NAME=VALUE  a parameter of the channel, instead of its example; repeatable
  --send JSON           a message to send, such as a request (the kit fills in the id); repeatable
  --topic 'NAME KEY=VALUE ...'  a topic to subscribe to; repeatable
  --seconds NUMBER      how long to observe the channel (default 30)
  --header 'NAME: VALUE'  a header of the upgrade, such as a credential; repeatable
  --server FROM=TO      replaces a server URL of the contract, for snapshots over HTTP; repeatable
  --perspective SIDE    whether the document describes the provider or the consumer (default provider)

Without --contract, the url is the stream address with the version segment, such as wss://host/v1
[STREAMS_URL]. Without --stimulus the kit only watches: the server must send frames by itself.

  --access-key KEY      access key [STREAMS_ACCESS_KEY]
  --secret-key HEX      its secret; prefer the environment variable [STREAMS_SECRET_KEY]
  --broker-id ID        the broker of the key [STREAMS_BROKER_ID]
  --stimulus COMMAND    a program that makes the server act, see docs/conformance.md
  --market ID           a market to subscribe to when no stimulus can open one; repeatable
  --sole-broker         only the broker of the key trades: its orders are the whole book
  --limit NAME=NUMBER   a limit of the server that differs from the contract; repeatable:
                        ${Object.keys(defaultLimits).join("\n                        ")}

Exit codes: 0 no clause failed, 1 a clause failed, 2 invalid command line or no result.

  specwright-conformance --contract asyncapi.yaml --channel orders wss://exchange.example
  specwright-conformance --contract asyncapi.yaml --topic 'book symbol=BTC/USD' wss://venue.example
  specwright-conformance wss://streams.example/v1 --market BTC-1H
  specwright-conformance --stimulus "node my-server.js" --junit conformance.xml`;

/** Creates the error for a wrong command line. */
export function usageError(message: string, cause?: unknown): ConformanceError {
  return new ConformanceError("bad_usage", message, { cause });
}

/**
 * Parses a command line.
 *
 * @throws ConformanceError `bad_usage`.
 */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals } = parseFlags(args);
  if (positionals.length > 1) throw usageError(`more than one URL: ${positionals.join(" ")}`);
  const { contract, channel: channels = [], timeout } = values;
  const foreign: object = contract === undefined ? ofContracts : ofStreams;
  const misplaced = Object.keys(values).find((name) => name in foreign);
  if (misplaced !== undefined) {
    const when = contract === undefined ? "only with" : "only without";
    throw usageError(`--${misplaced} is allowed ${when} --contract`);
  }
  const common: CommonFlags = {
    url: positionals[0],
    only: values.only ?? [],
    ...(timeout !== undefined && { timeoutMs: readSeconds("--timeout", timeout) * 1000 }),
    json: values.json,
    junit: values.junit,
    list: values.list === true,
    help: values.help === true,
  };
  if (contract === undefined) {
    return {
      ...common,
      contract,
      accessKey: values["access-key"],
      secretKey: values["secret-key"],
      brokerId: values["broker-id"],
      stimulus: values.stimulus,
      channels: channels.map(requireChannel),
      markets: values.market ?? [],
      soleBroker: values["sole-broker"] === true,
      limits: Object.fromEntries((values.limit ?? []).map(readLimit)),
    };
  }
  const { perspective = "provider" } = values;
  if (perspective !== "provider" && perspective !== "consumer") {
    throw usageError(`--perspective ${perspective}: expected provider or consumer`);
  }
  if (channels.length > 1) throw usageError(`more than one channel: ${channels.join(", ")}`);
  const pairs = (flag: "parameter" | "header" | "server", sign: string): Record<string, string> =>
    Object.fromEntries((values[flag] ?? []).map((one) => splitPair(`--${flag}`, one, sign)));
  return {
    ...common,
    contract,
    channel: channels[0],
    parameters: pairs("parameter", "="),
    send: (values.send ?? []).map(parseSent),
    topics: values.topic ?? [],
    seconds: readSeconds("--seconds", values.seconds ?? "30"),
    headers: pairs("header", ":"),
    servers: pairs("server", "="),
    perspective,
  };
}

function parseFlags(
  args: readonly string[],
): ReturnType<
  typeof parseArgs<{ args: string[]; options: typeof options; allowPositionals: true }>
> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw usageError(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function requireChannel(name: string): SequencedName {
  const found = sequencedNames.find((one) => one === name);
  if (found !== undefined) return found;
  throw usageError(`--channel ${name}: expected one of ${sequencedNames.join(", ")}`);
}

function readLimit(pair: string): readonly [string, number] {
  const [name = "", value = ""] = pair.split("=");
  if (Object.hasOwn(defaultLimits, name) && /^\d{1,12}(\.\d{1,6})?$/.test(value)) {
    return [name, Number(value)];
  }
  const names = Object.keys(defaultLimits).join(", ");
  throw usageError(`--limit ${pair}: expected NAME=NUMBER. Names: ${names}`);
}

function readSeconds(flag: string, value: string): number {
  const seconds = Number(value);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw usageError(`${flag} ${value}: expected a number of seconds up to 86400`);
}

function splitPair(flag: string, pair: string, sign: string): readonly [string, string] {
  const at = pair.indexOf(sign);
  if (at < 1) throw usageError(`${flag} ${pair}: expected NAME${sign}VALUE`);
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function parseSent(value: string): unknown {
  try {
    return parseJson(value);
  } catch (cause) {
    if (!isSpecwrightError(cause)) throw cause;
    throw usageError(`--send ${value}: expected JSON`, cause);
  }
}

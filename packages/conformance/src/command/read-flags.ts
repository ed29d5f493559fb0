import { type ParseArgsConfig, parseArgs } from "node:util";
import { isSpecwrightError, parseJson } from "@specwright/runtime";
import { ConformanceError } from "../report/conformance-error.ts";
import { type ConformanceLimits, defaultLimits } from "../streams/stimulus/limits.ts";
import { type SequencedName, sequencedNames } from "../streams/stimulus/stimulus.ts";

/** The flags of every command line. */
interface CommonFlags {
  readonly url: string | undefined;
  readonly only: readonly string[];
  /** Absent: the default of the suite. */
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
  /** Empty for all channels. */
  readonly channels: readonly SequencedName[];
  readonly markets: readonly string[];
  /** Whether only the broker of the key trades. */
  readonly soleBroker: boolean;
  readonly limits: Partial<ConformanceLimits>;
}

/** The flags for a server of another contract. */
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

/** The content of a command line. */
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

Judges a server from outside, clause by clause. What cannot be judged is reported as "not run".

  --contract FILE       the AsyncAPI document, a file or an address; without it, the streams contract
  --channel NAME        the channel; without a contract, one to judge the common rules on, repeatable
  --only ID             a clause or those below it, such as x-sequence or 4.5; repeatable
  --timeout SECONDS     how long one wait may take (10; 30 without a contract)
  --json FILE           write the report as JSON
  --junit FILE          write the report as JUnit XML
  --list                list the clauses and end
  -h, --help            show this and end

With --contract, the url is that of the server, without the address of the channel:

  --parameter NAME=VALUE  a parameter of the channel, instead of its example; repeatable
  --send JSON           a message to send, such as a request; its id is filled in; repeatable
  --topic 'NAME KEY=VALUE ...'  what to subscribe to; repeatable
  --seconds NUMBER      how long to observe the channel (30)
  --header 'NAME: VALUE'  a header of the upgrade, such as a credential; repeatable
  --server FROM=TO      where a server of the contract is, for snapshots over HTTP; repeatable
  --perspective SIDE    whose side the document is written from: provider or consumer (provider)

Without --contract, the url is the stream address with the version segment, such as wss://host/v1
[STREAMS_URL]. Without --stimulus the kit only watches: frames must come by themselves.

  --access-key KEY      access key [STREAMS_ACCESS_KEY]
  --secret-key HEX      its secret, better given by the environment [STREAMS_SECRET_KEY]
  --broker-id ID        the broker it belongs to [STREAMS_BROKER_ID]
  --stimulus COMMAND    makes the server act; lines of JSON, see docs/conformance.md
  --market ID           a market to subscribe to when no stimulus can open one; repeatable
  --sole-broker         nobody but the broker of the key trades: its orders are the whole book
  --limit NAME=NUMBER   what the server is set to, where it differs from the contract; repeatable:
                        ${Object.keys(defaultLimits).join("\n                        ")}

Exit code: 0 nothing failed, 1 a clause failed, 2 the command line is wrong or the kit cannot start.

  specwright-conformance --contract asyncapi.yaml --channel orders wss://exchange.example
  specwright-conformance --contract asyncapi.yaml --topic 'book symbol=BTC/USD' wss://venue.example
  specwright-conformance wss://streams.example/v1 --market BTC-1H
  specwright-conformance --stimulus "node my-server.js" --junit conformance.xml`;

/** Creates the error for a wrong command line. */
export function usage(message: string, cause?: unknown): ConformanceError {
  return new ConformanceError("bad_usage", message, { cause });
}

/**
 * Parses a command line.
 *
 * @throws ConformanceError `bad_usage`.
 */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals } = parse(args);
  if (positionals.length > 1) throw usage(`more than one address: ${positionals.join(" ")}`);
  const { contract, channel: channels = [], timeout } = values;
  const foreign: object = contract === undefined ? ofContracts : ofStreams;
  const misplaced = Object.keys(values).find((name) => name in foreign);
  if (misplaced !== undefined) {
    const when = contract === undefined ? "only with" : "not with";
    throw usage(`--${misplaced} applies ${when} --contract`);
  }
  const common: CommonFlags = {
    url: positionals[0],
    only: values.only ?? [],
    ...(timeout !== undefined && { timeoutMs: secondsOf("--timeout", timeout) * 1000 }),
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
      channels: channels.map(channelOf),
      markets: values.market ?? [],
      soleBroker: values["sole-broker"] === true,
      limits: Object.fromEntries((values.limit ?? []).map(limitOf)),
    };
  }
  const { perspective = "provider" } = values;
  if (perspective !== "provider" && perspective !== "consumer") {
    throw usage(`--perspective ${perspective}: provider or consumer`);
  }
  if (channels.length > 1) throw usage(`more than one channel: ${channels.join(", ")}`);
  const pairs = (flag: "parameter" | "header" | "server", sign: string): Record<string, string> =>
    Object.fromEntries((values[flag] ?? []).map((one) => pairOf(`--${flag}`, one, sign)));
  return {
    ...common,
    contract,
    channel: channels[0],
    parameters: pairs("parameter", "="),
    send: (values.send ?? []).map(jsonOf),
    topics: values.topic ?? [],
    seconds: secondsOf("--seconds", values.seconds ?? "30"),
    headers: pairs("header", ":"),
    servers: pairs("server", "="),
    perspective,
  };
}

function parse(
  args: readonly string[],
): ReturnType<
  typeof parseArgs<{ args: string[]; options: typeof options; allowPositionals: true }>
> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw usage(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function channelOf(name: string): SequencedName {
  const found = sequencedNames.find((one) => one === name);
  if (found !== undefined) return found;
  throw usage(`--channel ${name}: one of ${sequencedNames.join(", ")}`);
}

function limitOf(pair: string): readonly [string, number] {
  const [name = "", value = ""] = pair.split("=");
  if (Object.hasOwn(defaultLimits, name) && /^\d{1,12}(\.\d{1,6})?$/.test(value)) {
    return [name, Number(value)];
  }
  const names = Object.keys(defaultLimits).join(", ");
  throw usage(`--limit ${pair}: NAME=NUMBER with a name of ${names}`);
}

function secondsOf(flag: string, value: string): number {
  const seconds = Number(value);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw usage(`${flag} ${value}: a number of seconds up to 86400`);
}

function pairOf(flag: string, pair: string, sign: string): readonly [string, string] {
  const at = pair.indexOf(sign);
  if (at < 1) throw usage(`${flag} ${pair}: two values with ${sign} between them`);
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function jsonOf(value: string): unknown {
  try {
    return parseJson(value);
  } catch (cause) {
    if (!isSpecwrightError(cause)) throw cause;
    throw usage(`--send ${value}: not JSON`, cause);
  }
}

import type { ParseArgsConfig } from "node:util";
import { type ConformanceLimits, defaultLimits } from "../stimulus/limits.ts";
import { type SequencedName, sequencedNames } from "../stimulus/stimulus.ts";
import { parseFlags, usage } from "./parse-flags.ts";

/** The content of a command line. */
export interface Flags {
  readonly url: string | undefined;
  readonly accessKey: string | undefined;
  readonly secretKey: string | undefined;
  readonly brokerId: string | undefined;
  readonly stimulus: string | undefined;
  readonly only: readonly string[];
  /** Empty for all channels. */
  readonly channels: readonly SequencedName[];
  readonly markets: readonly string[];
  /** Whether only the broker of the key trades. */
  readonly soleBroker: boolean;
  readonly limits: Partial<ConformanceLimits>;
  readonly timeoutMs: number;
  readonly json: string | undefined;
  readonly junit: string | undefined;
  readonly list: boolean;
  readonly help: boolean;
}

const options = {
  "access-key": { type: "string" },
  "secret-key": { type: "string" },
  "broker-id": { type: "string" },
  stimulus: { type: "string" },
  only: { type: "string", multiple: true },
  channel: { type: "string", multiple: true },
  market: { type: "string", multiple: true },
  "sole-broker": { type: "boolean" },
  limit: { type: "string", multiple: true },
  timeout: { type: "string" },
  json: { type: "string" },
  junit: { type: "string" },
  list: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsConfig["options"];

/** The text of `--help`. */
export const help: string = `Usage: specwright-conformance [options] [url]

Judges a server from outside, clause by clause: by default, one of the streams contract. The url is its stream
address with the version segment, such as wss://host/v1 [STREAMS_URL]. Without --stimulus the kit
only watches: frames must come by themselves, and what cannot be judged is reported as "not run".

  --access-key KEY      access key [STREAMS_ACCESS_KEY]
  --secret-key HEX      its secret, better given by the environment [STREAMS_SECRET_KEY]
  --broker-id ID        the broker it belongs to [STREAMS_BROKER_ID]
  --stimulus COMMAND    makes the server act; lines of JSON, see docs/conformance.md
  --only ID             a clause or a section of them, such as 4.5 or S8.3; repeatable
  --channel NAME        judge the rules that channels share on this one; repeatable
  --market ID           a market to subscribe to when no stimulus can open one; repeatable
  --sole-broker         nobody but the broker of the key trades: its orders are the whole book
  --limit NAME=NUMBER   what the server is set to, where it differs from the contract; repeatable:
                        ${Object.keys(defaultLimits).join("\n                        ")}
  --timeout SECONDS     how long one wait may take; longer than a heartbeat interval (30)
  --json FILE           write the report as JSON
  --junit FILE          write the report as JUnit XML
  --list                list the clauses and end
  -h, --help            show this and end

With --contract, it judges the feed of any contract instead, see docs/feed-conformance.md. The url is
that of the server, without the address of the channel. Of the options above, --only, --timeout (10),
--json, --junit, --list and --help apply, and:

  --contract FILE       the AsyncAPI document, a file or an address
  --topic 'NAME KEY=VALUE ...'  what to subscribe to; repeatable
  --channel ID          the channel, if several have topics
  --seconds NUMBER      how long to observe the topics (30)
  --header 'NAME: VALUE'  a header of the upgrade, such as a credential; repeatable
  --server FROM=TO      where a server of the contract is, for snapshots over HTTP; repeatable
  --perspective SIDE    whose side the document is written from: provider or consumer (consumer)

Exit code: 0 nothing failed, 1 a clause failed, 2 the command line is wrong or the kit cannot start.

  specwright-conformance wss://streams.example/v1 --market BTC-1H
  specwright-conformance --stimulus "node my-server.js" --junit conformance.xml
  specwright-conformance wss://streams.example/v1 --only 4.5 --only S8
  specwright-conformance --contract asyncapi.yaml --topic 'book symbol=BTC/USD' wss://venue.example`;

/**
 * Parses a command line.
 *
 * @throws ConformanceError `bad_usage`.
 */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals } = parseFlags(args, options);
  if (positionals.length > 1) throw usage(`more than one address: ${positionals.join(" ")}`);
  return {
    url: positionals[0],
    accessKey: values["access-key"],
    secretKey: values["secret-key"],
    brokerId: values["broker-id"],
    stimulus: values.stimulus,
    only: values.only ?? [],
    channels: (values.channel ?? []).map(channelOf),
    markets: values.market ?? [],
    soleBroker: values["sole-broker"] === true,
    limits: Object.fromEntries((values.limit ?? []).map(limitOf)),
    timeoutMs: timeoutOf(values.timeout ?? "30"),
    json: values.json,
    junit: values.junit,
    list: values.list === true,
    help: values.help === true,
  };
}

function channelOf(text: string): SequencedName {
  const found = sequencedNames.find((name) => name === text);
  if (found !== undefined) return found;
  throw usage(`--channel ${text}: one of ${sequencedNames.join(", ")}`);
}

function limitOf(text: string): readonly [string, number] {
  const [name = "", value = ""] = text.split("=");
  if (Object.hasOwn(defaultLimits, name) && /^\d{1,12}(\.\d{1,6})?$/.test(value)) {
    return [name, Number(value)];
  }
  const names = Object.keys(defaultLimits).join(", ");
  throw usage(`--limit ${text}: NAME=NUMBER with a name of ${names}`);
}

function timeoutOf(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 3600) return seconds * 1000;
  throw usage(`--timeout ${text}: a number of seconds up to 3600`);
}

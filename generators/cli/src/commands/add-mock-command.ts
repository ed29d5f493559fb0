import { type Command, InvalidArgumentError, Option } from "commander";
import { type FaultKind, usualFaults } from "../mock/fault-kinds.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { MockFlags } from "./mock.ts";
import {
  appendValue,
  fileCount,
  formatsHelp,
  lenientHelp,
  maxFilesHelp,
  openEnumsHelp,
  overlayHelp,
} from "./option-help.ts";

/**
 * Adds `mock` to the command line. `interruption` returns the signal that stops the mock. It is called only
 * if the mock starts.
 */
export function addMockCommand(
  program: Command,
  terminal: Terminal,
  interruption: () => AbortSignal,
  done: (code: number) => void,
): void {
  program
    .command("mock")
    .argument("<document>", "the document, a file or an address")
    .description("serve a document with sample responses and messages, and check requests strictly")
    .option("--port <number>", "the port; 0: any free port", portNumber, 4010)
    .option("--host <host>", "the address to listen on", "127.0.0.1")
    .option(
      "--seed <number>",
      "vary the samples (default: the first value that each schema allows)",
      wholeNumber,
    )
    .option("--interval <ms>", "milliseconds between two messages of a channel", wholeNumber, 1000)
    .option("--no-check", "answer requests without checking them")
    .option(
      "--latency <ms>",
      "milliseconds before each response, or a range such as 50..200 (default: none)",
      latencyRange,
    )
    .option(
      "--faults <share>",
      "the share of requests that fail, such as 5% (default: none)",
      parseShare,
    )
    .option(
      "--fault-kinds <list>",
      `how they fail: a response status, reset or timeout (default: ${usualFaults.join(",")})`,
      faultList,
    )
    .option("--quiet", "do not print a line for each response")
    .option("--no-watch", "ignore later changes of the document")
    .addOption(
      new Option(
        "--perspective <side>",
        "whose side an AsyncAPI document is written from (default: provider)",
      ).choices(["provider", "consumer"]),
    )
    .option("--overlay <file>", overlayHelp, appendValue)
    .option("--formats <use>", formatsHelp, appendValue)
    .option("--open-enums", openEnumsHelp)
    .option("--root <folder>", "the folder that must hold all referenced files")
    .option("--allow-remote", "follow references to URLs")
    .option("--max-files <count>", maxFilesHelp, fileCount)
    .option("--lenient", lenientHelp)
    .addHelpText("after", examples)
    .action(async (document: string, flags: MockFlags) => {
      const { mockCommand } = await import("./mock.ts");
      done(await mockCommand(terminal, document, flags, interruption()));
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
}

function latencyRange(text: string): readonly [least: number, most: number] {
  const [, least = "", most = least] =
    /^(\d{1,6})(?:ms)?(?:\.\.(\d{1,6})(?:ms)?)?$/.exec(text) ?? [];
  if (least !== "" && Number(most) >= Number(least)) return [Number(least), Number(most)];
  throw new InvalidArgumentError("Expected milliseconds, or a range such as 50..200.");
}

function parseShare(text: string): number {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d{1,4})?)(%?)$/.exec(text) ?? [];
  const part = Number(digits) / (percent === "%" ? 100 : 1);
  if (part >= 0 && part <= 1) return part;
  throw new InvalidArgumentError("Expected a share of all requests, such as 5% or 0.05.");
}

function faultList(text: string): readonly FaultKind[] {
  return text.split(",").map((each): FaultKind => {
    const kind = each.trim();
    if (kind === "reset" || kind === "timeout") return kind;
    if (/^[45]\d\d$/.test(kind)) return Number(kind);
    throw new InvalidArgumentError(
      "Expected a list of statuses from 400 to 599, reset and timeout.",
    );
  });
}

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port <= 65_535) return port;
  throw new InvalidArgumentError("Expected a port of at most 65535.");
}

const examples = `
Examples:
  specwright mock openapi.yaml
  specwright mock openapi.yaml --port 8080 --seed 7
  specwright mock openapi.yaml --latency 50..200 --faults 5%
  specwright mock openapi.yaml --faults 100% --fault-kinds 429,timeout
  specwright mock openapi.yaml --no-check
  specwright mock asyncapi.yaml --interval 200
  curl -H 'Prefer: code=404' http://127.0.0.1:4010/orders/1`;

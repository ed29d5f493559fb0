// `specwright mock`: serves a document with samples, on this machine.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { buildContract, type Contract } from "@specwright/contract";
import { type Diagnostic, loadSpecification } from "@specwright/spec-loader";
import { CliError } from "../cli-error.ts";
import { counted } from "../counted.ts";
import { assertInput, locateInput } from "../documents/locate-input.ts";
import { serveMock } from "../mock/serve-mock.ts";
import { unsampledDiagnostics } from "../mock/unsampled-diagnostics.ts";
import { documentFolder, hasError, printDiagnostics } from "../print-diagnostics.ts";
import type { Terminal } from "../terminal.ts";

/** The flags of `mock`. */
export interface MockFlags {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly interval: number;
  readonly quiet?: boolean;
  readonly perspective?: "provider" | "consumer";
  readonly root?: string;
  readonly allowRemote?: boolean;
  readonly lenient?: boolean;
}

/** Serves a document until it is interrupted. Returns exit code 1 if the document has errors. */
export async function mockCommand(
  terminal: Terminal,
  document: string,
  flags: MockFlags,
  interruption: AbortSignal,
): Promise<number> {
  const contract = await readContract(terminal, document, flags);
  if (contract === undefined) return 1;
  const { port, host, seed, interval, quiet } = flags;
  terminal.status(`generating ${document} ...`);
  const mock = await serveMock(contract, {
    seed,
    intervalMs: interval,
    log: (line) => (quiet === true ? undefined : terminal.err(line)),
  });
  terminal.status("");
  const { operations, channels } = mock.document;
  if (operations.length + channels.length === 0) {
    throw new CliError(
      "usage",
      `${document} has neither operations nor channels that a WebSocket carries.`,
      "Give a document with one of them.",
    );
  }
  const folder = documentFolder(terminal, document);
  const without = unsampledDiagnostics(mock.document.contract, seed);
  printDiagnostics(
    terminal,
    without.map((diagnostic) => ({ diagnostic, folder })),
    "first",
  );
  const server = createServer((request, response) => mock.answer(request, response));
  mock.attach(server);
  await listen(server, port, host);
  const url = `${channels.length > 0 ? "ws" : "http"}://${urlHost(host)}:${(server.address() as AddressInfo).port}`;
  terminal.out(`${contract.info.title} ${contract.info.version} is mocked at ${url}`);
  const what =
    channels.length > 0
      ? `${counted(channels.length, "channel")}: ${channels.map(({ address }) => address).join(" ")}`
      : counted(operations.length, "operation");
  terminal.err(`${what}. Stop it with Ctrl+C.`);
  if (!interruption.aborted) await once(interruption, "abort");
  await mock.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  terminal.err("Stopped.");
  return 0;
}

async function readContract(
  terminal: Terminal,
  document: string,
  { root, allowRemote, lenient, perspective }: MockFlags,
): Promise<Contract | undefined> {
  const input = locateInput(terminal.folder, document);
  assertInput(input, document, terminal.folder);
  terminal.status(`reading ${document} ...`);
  const { specification, diagnostics } = await loadSpecification(input, {
    ...(root !== undefined && { root: resolve(terminal.folder, root) }),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(lenient !== undefined && { lenient }),
  });
  const built =
    specification && buildContract(specification, { ...(perspective && { perspective }) });
  terminal.status("");
  const all: readonly Diagnostic[] = [...diagnostics, ...(built?.diagnostics ?? [])];
  const folder = documentFolder(terminal, document);
  printDiagnostics(
    terminal,
    all
      .filter(({ severity }) => severity === "error")
      .map((diagnostic) => ({ diagnostic, folder })),
    "none",
  );
  return hasError(all) ? undefined : built?.contract;
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    const code = Object(cause).code;
    if (code !== "EADDRINUSE" && code !== "EADDRNOTAVAIL" && code !== "EACCES") throw cause;
    throw new CliError(
      "address_unusable",
      `Nothing can listen at port ${port} of ${host}: ${cause instanceof Error ? cause.message : code}.`,
      "Take another port with --port (0 takes a free one), or end the process that listens there.",
      { cause },
    );
  }
}

function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

// `specwright mock`: serves a document on this machine. The responses and messages are samples.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { assertInput, isRemoteInput, locateInput } from "../documents/locate-input.ts";
import { addressError } from "../mock/address-error.ts";
import { type DisruptionOptions, describeDisruptions } from "../mock/disruptions.ts";
import { followDocument, followFiles } from "../mock/follow-document.ts";
import { type ReadMocked, type ReadMockedFlags, readMocked } from "../mock/read-mocked.ts";
import { type Mock, serveMock } from "../mock/serve-mock.ts";
import { unsampledDiagnostics } from "../mock/unsampled-diagnostics.ts";
import { type FileWatch, watchFiles } from "../project/watch-files.ts";
import { CliError } from "../terminal/cli-error.ts";
import { formatCount } from "../terminal/format-count.ts";
import { documentFolder, printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface MockFlags extends ReadMockedFlags, Omit<DisruptionOptions, "seed"> {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly interval: number;
  readonly quiet?: boolean;
  /** False for `--no-check`. */
  readonly check?: boolean;
  /** False for `--no-watch`. */
  readonly watch?: boolean;
}

/** Serves a document until the signal aborts. Returns exit code 1 if the document has errors. */
export async function mockCommand(
  terminal: Terminal,
  document: string,
  flags: MockFlags,
  interruption: AbortSignal,
): Promise<number> {
  const input = locateInput(terminal.folder, document);
  assertInput(input, document, terminal.folder);
  const isFollowed = flags.watch !== false && !isRemoteInput(input);
  const watch = isFollowed ? watchFiles(interruption) : undefined;
  try {
    // Start to watch before the document is read, so that no change is missed.
    if (watch) followFiles(terminal, watch, [input]);
    const read = await readMocked(terminal, document, flags);
    if (read.contract === undefined) return 1;
    if (watch) followFiles(terminal, watch, read.sources);
    await serveDocument(terminal, document, flags, { read, watch, interruption });
    return 0;
  } finally {
    watch?.close();
  }
}

interface Serving {
  readonly read: ReadMocked;
  /** Undefined with `--no-watch`, and for a remote document. */
  readonly watch: FileWatch | undefined;
  readonly interruption: AbortSignal;
}

async function serveDocument(
  terminal: Terminal,
  document: string,
  flags: MockFlags,
  { read, watch, interruption }: Serving,
): Promise<void> {
  const { port, host } = flags;
  const reported = new Set<string>();
  let mock = await createMock(terminal, document, flags, { read, reported });
  const server = createServer((request, response) => mock.answer(request, response));
  let detach = mock.attach(server);
  await listenOn(server, port, host);
  const { info } = mock.document.contract;
  const { channels } = mock.document;
  const scheme = channels.length > 0 ? "ws" : "http";
  const url = `${scheme}://${urlHost(host)}:${(server.address() as AddressInfo).port}`;
  terminal.out(`${info.title} ${info.version} is mocked at ${url}`);
  const addresses = channels.map(servedPath).join(" ");
  const what = addresses === "" ? describeSize(mock) : `${describeSize(mock)}: ${addresses}`;
  const follows = watch ? ` Watching ${formatCount(read.sources.length, "file")} for changes.` : "";
  const unchecked = flags.check === false ? " Requests are not checked." : "";
  terminal.err(`${what}.${follows}${unchecked} Stop it with Ctrl+C.`);
  const disrupted = describeDisruptions(flags);
  if (disrupted !== "") terminal.err(disrupted);
  if (watch === undefined) {
    if (!interruption.aborted) await once(interruption, "abort");
  } else {
    await followDocument(terminal, watch, read, {
      read: () => readMocked(terminal, document, flags),
      async serve(changed) {
        const before = mock;
        mock = await createMock(terminal, document, flags, { read: changed, reported });
        detach();
        detach = mock.attach(server);
        // Disconnect the clients of the old mock. They reconnect to the new mock.
        await before.close();
        return `${describeSize(mock)} ${countOf(mock) === 1 ? "is" : "are"} mocked`;
      },
    });
  }
  await mock.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  terminal.err("Stopped.");
}

/**
 * Creates a mock of a document. Prints the parts of the document without a sample, and adds them to
 * `reported`, so that each is printed once.
 *
 * @throws {CliError} `usage` if the document has neither operations nor WebSocket channels.
 */
async function createMock(
  terminal: Terminal,
  document: string,
  { seed, interval, quiet, check, latency, faults, faultKinds }: MockFlags,
  { read, reported }: { readonly read: ReadMocked; readonly reported: Set<string> },
): Promise<Mock> {
  const { contract } = read;
  if (contract === undefined) throw new Error("a document with errors is not mocked");
  terminal.status(`generating ${document} ...`);
  const mock = await serveMock(contract, {
    seed,
    intervalMs: interval,
    checks: check,
    latency,
    faults,
    faultKinds,
    log: (line) => (quiet === true ? undefined : terminal.err(line)),
  });
  terminal.status("");
  if (countOf(mock) === 0) {
    throw new CliError(
      "usage",
      `${document} has no operations and no WebSocket channels.`,
      "Use a document that has operations or WebSocket channels.",
    );
  }
  warnAboutFragments(terminal, mock, reported);
  const folder = documentFolder(terminal, document);
  const without = unsampledDiagnostics(mock.document.contract, seed).filter(
    ({ message }) => !reported.has(message),
  );
  for (const { message } of without) reported.add(message);
  printDiagnostics(
    terminal,
    without.map((diagnostic) => ({ diagnostic, folder })),
    "first",
  );
  return mock;
}

/** Names the operations whose paths have a fragment, such as `/items#folders`. */
function warnAboutFragments({ err }: Terminal, { document }: Mock, reported: Set<string>): void {
  const routes = document.contract.operations
    .filter(({ path }) => path.includes("#"))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .filter((route) => !reported.has(route));
  if (routes.length === 0) return;
  for (const route of routes) reported.add(route);
  err(
    `A request has no fragment (#...), so the mock ignores it in the path of: ${routes.join(", ")}.`,
  );
  err("If operations differ only in the fragment, the mock serves the first.");
}

/**
 * Returns the path of a channel on the mock: the path of the document's first server, followed by the
 * address of the channel.
 */
function servedPath({ address, serverPaths: [path = ""] = [] }: ChannelDescriptor): string {
  return address === "/" && path !== "" ? path : path + address.replace(/^\/?/, "/");
}

function countOf({ document: { channels, operations } }: Mock): number {
  return channels.length > 0 ? channels.length : operations.length;
}

function describeSize(mock: Mock): string {
  return formatCount(countOf(mock), mock.document.channels.length > 0 ? "channel" : "operation");
}

async function listenOn(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    throw addressError(cause, port, host);
  }
}

function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

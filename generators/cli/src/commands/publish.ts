// `specwright publish`: sends a document to a publisher, and says what it changes.

import { resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import { shownPath } from "../documents/find-side.ts";
import { branchOf } from "../publish/ci-branch.ts";
import { compareDocument } from "../publish/compare-document.ts";
import { startWaiting } from "../publish/patience.ts";
import { readPublication } from "../publish/publication.ts";
import { publishDocument } from "../publish/publish-document.ts";
import type { PublishFlags, PublishWorld } from "../publish/publish-flags.ts";
import type { PublishRun } from "../publish/publish-run.ts";
import { openPublisher } from "../publish/publisher.ts";
import { readToken } from "../publish/read-token.ts";
import { documentFolder, printDiagnostics } from "../run-targets.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Publishes a document, or with `dryRun` compares it with what is published. Returns exit code 1
 * if a change is of a class that fails, and 2 if the document has errors.
 *
 * @throws {CliError} if it cannot be published.
 */
export async function publishCommand(
  terminal: Terminal,
  input: string,
  flags: PublishFlags,
  world: PublishWorld,
): Promise<number> {
  const branch = branchOf(flags, world);
  const token = await readToken(terminal.folder, flags, world);
  const publisher = openPublisher(terminal, { to: flags.to, token }, world);
  const file = resolve(terminal.folder, input);
  terminal.status(`reading ${input} ...`);
  const { publication, diagnostics } = await readPublication(
    file,
    flags.root === undefined ? {} : { root: resolve(terminal.folder, flags.root) },
  );
  terminal.status("");
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (publication === undefined) {
    const folder = documentFolder(terminal, input);
    printDiagnostics(
      terminal,
      errors.map((diagnostic) => ({ diagnostic, folder })),
      true,
    );
    return 2;
  }
  const address = `${publisher.address}/${flags.interface}`;
  const patience = startWaiting(
    terminal,
    { waitSeconds: flags.wait, address, isDryRun: flags.dryRun === true },
    world,
  );
  const run: PublishRun = {
    terminal,
    flags,
    world,
    publisher,
    publication,
    patience,
    branch,
    attempt: { interface: flags.interface, branch: branch ?? "main" },
    shown: shownPath(terminal.folder, file),
  };
  try {
    return await (flags.dryRun === true ? compareDocument(run) : publishDocument(run));
  } catch (error) {
    if (world.interruption.aborted && !(error instanceof CliError)) throw patience.interrupted();
    throw error;
  } finally {
    terminal.status("");
  }
}

// `specwright publish`: sends a document to a publisher, and prints the changes since the published
// version.

import { shownPath } from "../documents/find-side.ts";
import { overlaysOf } from "../documents/locate-input.ts";
import { rootOf } from "../documents/reference-root.ts";
import { publishedBranch } from "../publish/ci-branch.ts";
import { compareDocument } from "../publish/compare-document.ts";
import { findDocument } from "../publish/find-document.ts";
import { startWaiting } from "../publish/patience.ts";
import { readPublication } from "../publish/publication.ts";
import { publishDocument } from "../publish/publish-document.ts";
import { publishFixes } from "../publish/publish-fixes.ts";
import type { PublishFlags, PublishWorld } from "../publish/publish-flags.ts";
import type { PublishRun } from "../publish/publish-run.ts";
import { openPublisher } from "../publish/publisher.ts";
import { readToken } from "../publish/read-token.ts";
import { warnOfLint } from "../publish/warn-of-lint.ts";
import { withPageAdvice } from "../publish/with-page-advice.ts";
import { CliError } from "../terminal/cli-error.ts";
import { documentFolder, printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Publishes a document. With `dryRun`, only compares it with the published version. Returns exit code 1 if
 * a change makes the comparison fail, and 2 if the document has errors.
 *
 * @throws {CliError} if the document cannot be published.
 */
export async function publishCommand(
  terminal: Terminal,
  input: string,
  flags: PublishFlags,
  world: PublishWorld,
): Promise<number> {
  const file = findDocument(terminal.folder, input);
  const branch = publishedBranch(flags, world);
  const token = await readToken(terminal.folder, flags, world);
  const publisher = openPublisher(terminal, { to: flags.to, token }, world);
  terminal.status(`reading ${input} ...`);
  const { read, diagnostics } = await readPublication(file, {
    ...rootOf(terminal.folder, flags.root),
    ...overlaysOf(terminal.folder, flags.overlay),
    ...((flags.lenient || flags.acceptFaults) && { lenient: true }),
    ...(flags.acceptFaults && { allowErrors: true }),
  });
  terminal.status("");
  if (read === undefined) {
    const folder = documentFolder(terminal, input);
    const errors = publishFixes(diagnostics.filter(({ severity }) => severity === "error"));
    printDiagnostics(
      terminal,
      errors.map((diagnostic) => ({ diagnostic, folder })),
      "none",
    );
    return 2;
  }
  const faults = diagnostics.filter(({ severity }) => severity === "error").length;
  if (faults > 0) {
    const count = faults === 1 ? "1 fault" : `${faults} faults`;
    terminal.err(
      `${input} has ${count}; the first page of the version lists the faults that are not repaired.`,
    );
  }
  const { publication, specification } = read;
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
    const code = await (flags.dryRun === true ? compareDocument(run) : publishDocument(run));
    if (code !== 2) {
      await warnOfLint(terminal, { input, root: flags.root }, { specification, diagnostics });
    }
    return code;
  } catch (error) {
    if (world.interruption.aborted && !(error instanceof CliError)) throw patience.interrupted();
    throw withPageAdvice(error, publisher.address, flags.interface);
  } finally {
    terminal.status("");
  }
}

import { CliError } from "../terminal/cli-error.ts";

const hostFix = "Set --host to an address of this machine, such as 127.0.0.1.";

/** The fixes of the errors of listening, by the codes of the operating system. */
const fixes: Readonly<Record<string, string>> = {
  ENOTFOUND: hostFix,
  EAI_AGAIN: hostFix,
  EADDRNOTAVAIL: hostFix,
  EADDRINUSE:
    "Choose another port with --port (0: any free port), or stop the process that uses it.",
  EACCES: "Choose a port from 1024 with --port (0: any free port): lower ports need more rights.",
};

/**
 * Returns the error of an address on which the mock cannot listen. Returns errors with a different cause
 * unchanged.
 */
export function addressError(cause: unknown, port: number, host: string): unknown {
  const fix = fixes[Object(cause).code];
  if (fix === undefined || !(cause instanceof Error)) return cause;
  const message = `Cannot listen on port ${port} of ${host}: ${cause.message}.`;
  return new CliError("address_unusable", message, fix, { cause });
}

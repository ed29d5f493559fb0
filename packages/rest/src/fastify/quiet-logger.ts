import type { FastifyBaseLogger } from "fastify";
import { warningLogger } from "../server/warning-logger.ts";

/** The logger of a server without `logger`: it warns of errors and drops all other entries. */
export const quietLogger: FastifyBaseLogger = {
  level: "error",
  error: warn,
  fatal: warn,
  warn() {},
  info() {},
  debug() {},
  trace() {},
  silent() {},
  child: () => quietLogger,
};

function warn(details: unknown, message = ""): void {
  const isObject = typeof details === "object" && details !== null;
  warningLogger.error(isObject ? details : { err: details }, message);
}

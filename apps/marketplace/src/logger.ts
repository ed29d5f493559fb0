import type { Logger } from "@specwright/rest-server";
import type { Clock } from "@specwright/runtime";
import { pino } from "pino";

/** Drops every entry. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

/** What an entry might hold by mistake, and no log may. */
const SECRETS = ["authorization", "cookie", "password", "current_password", "token", "key"];

/**
 * Writes one line of JSON for each entry; line ends inside are escaped. Of an error it writes the
 * name, the message, the code, the stack and the cause: the rest may quote rows of the database.
 */
export function jsonLinesLogger(write: (line: string) => void, clock: Clock): Logger {
  const logger = pino(
    {
      base: null,
      messageKey: "message",
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: readable },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: "[secret]" },
    },
    { write },
  );
  return {
    info: (details, message) => logger.info(details, message),
    warn: (details, message) => logger.warn(details, message),
    error: (details, message) => logger.error(details, message),
  };
}

function readable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: readable(error.cause) };
  return { name, message, ...code, ...cause, stack };
}

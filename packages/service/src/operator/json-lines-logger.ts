import type { Clock, Logger } from "@specwright/runtime";
import { type LoggerOptions, type Logger as PinoLogger, pino } from "pino";

/** Keys whose values are secrets. The logger drops them, in case an entry contains them by mistake. */
const SECRETS = ["authorization", "cookie", "password", "current_password", "token", "key"];
const SECRET_NAMES: ReadonlySet<string> = new Set(SECRETS);

/**
 * Writes one line of JSON for each entry, with escaped line ends. Of an error, writes only the name,
 * message, code, stack and cause, because the other members may quote rows of the database.
 */
export function jsonLinesLogger(write: (line: string) => void, clock: Clock): Logger {
  const settings: LoggerOptions = {
    base: null,
    messageKey: "message",
    timestamp: () => timestampOf(clock.now()),
    formatters: { level: (level) => ({ level }) },
    serializers: { err: readableError },
  };
  let lastNow = Number.NaN;
  let lastTimestamp = "";

  /**
   * Returns the timestamp member of a line. It is cached, because many lines are written in one
   * millisecond.
   */
  function timestampOf(now: number): string {
    if (now !== lastNow) {
      lastNow = now;
      lastTimestamp = `,"time":"${new Date(now).toISOString()}"`;
    }
    return lastTimestamp;
  }

  const paths = SECRETS.flatMap((name) => [name, `*.${name}`]);
  const censoring = pino({ ...settings, redact: { paths, censor: "[secret]" } }, { write });
  const plain = pino(settings, { write });
  const loggerOf = (details: object): PinoLogger => (mayHoldSecret(details) ? censoring : plain);
  return {
    info: (details, message) => loggerOf(details).info(details, message),
    warn: (details, message) => loggerOf(details).warn(details, message),
    error: (details, message) => loggerOf(details).error(details, message),
  };
}

/**
 * Reports whether an entry may contain a secret and must be searched. Most entries cannot, because they
 * contain only a few numbers and words.
 */
function mayHoldSecret(details: object): boolean {
  for (const name of Object.keys(details)) {
    const value: unknown = Reflect.get(details, name);
    if ((typeof value === "object" && value !== null) || SECRET_NAMES.has(name)) return true;
  }
  return false;
}

function readableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: readableError(error.cause) };
  return { name, message, ...code, ...cause, stack };
}

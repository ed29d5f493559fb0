import type { Logger, RestServerOptions } from "@specwright/rest-server";

const NOTHING: object = {};

/** The logger type of the REST server. */
export type FrameworkLogger = NonNullable<
  RestServerOptions<unknown, Record<string, never>>["logger"]
>;

/** Adapts a logger for the REST server; `bound` is added to each entry. */
export function frameworkLogger(logger: Logger, bound: object = NOTHING): FrameworkLogger {
  return new BoundLogger(logger, bound);
}

/** A class, because each request gets an instance. */
class BoundLogger implements FrameworkLogger {
  readonly level: string = "info";
  readonly #logger: Logger;
  readonly #bound: object;

  constructor(logger: Logger, bound: object) {
    this.#logger = logger;
    this.#bound = bound;
  }

  info(details: unknown, message?: unknown): void {
    this.#write("info", details, message);
  }

  warn(details: unknown, message?: unknown): void {
    this.#write("warn", details, message);
  }

  error(details: unknown, message?: unknown): void {
    this.#write("error", details, message);
  }

  fatal(details: unknown, message?: unknown): void {
    this.#write("error", details, message);
  }

  debug(): void {}
  trace(): void {}
  silent(): void {}

  child(bindings: object): FrameworkLogger {
    // The first logger has nothing to add, and every request creates a child of it.
    const bound = this.#bound === NOTHING ? bindings : { ...this.#bound, ...bindings };
    return new BoundLogger(this.#logger, bound);
  }

  #write(level: keyof Logger, details: unknown, message: unknown): void {
    const isText = typeof details === "string";
    const fields = typeof details === "object" && details !== null ? details : {};
    this.#logger[level]({ ...this.#bound, ...fields }, isText ? details : `${message ?? ""}`);
  }
}

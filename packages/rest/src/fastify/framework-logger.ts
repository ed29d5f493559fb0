import type { Logger } from "@specwright/runtime";
import type { FastifyBaseLogger } from "fastify";

const NOTHING: object = {};

/** Adapts a logger for the option `logger`; `bound` is added to each entry. */
export function frameworkLogger(logger: Logger, bound: object = NOTHING): FastifyBaseLogger {
  return new BoundLogger(logger, bound);
}

/** It is a class, so that the instances of all requests share their methods. */
class BoundLogger implements FastifyBaseLogger {
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

  child(bindings: object): FastifyBaseLogger {
    // Every request creates a child of the first logger. The first logger has no fields, so nothing needs
    // to be merged.
    const bound = this.#bound === NOTHING ? bindings : { ...this.#bound, ...bindings };
    return new BoundLogger(this.#logger, bound);
  }

  #write(level: keyof Logger, details: unknown, message: unknown): void {
    const isText = typeof details === "string";
    const fields = typeof details === "object" && details !== null ? details : {};
    this.#logger[level]({ ...this.#bound, ...fields }, isText ? details : `${message ?? ""}`);
  }
}

import type { Logger, RestServerOptions } from "@specwright/rest-server";

/** Is the logger that the REST server takes. */
export type FrameworkLogger = NonNullable<
  RestServerOptions<unknown, Record<string, never>>["logger"]
>;

/** Shows a logger to the REST server as it wants one; what it binds goes along with each entry. */
export function frameworkLogger(logger: Logger, bound: object = {}): FrameworkLogger {
  function to(level: keyof Logger): (details: unknown, message?: unknown) => void {
    return (details, message) => {
      const isText = typeof details === "string";
      const fields = typeof details === "object" && details !== null ? details : {};
      logger[level]({ ...bound, ...fields }, isText ? details : `${message ?? ""}`);
    };
  }
  const nothing = (): void => {};
  return {
    level: "info",
    info: to("info"),
    warn: to("warn"),
    error: to("error"),
    fatal: to("error"),
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: (bindings) => frameworkLogger(logger, { ...bound, ...bindings }),
  };
}

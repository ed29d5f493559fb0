/** The logger of a service. The loggers of pino and Fastify have this type. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A logger that drops every entry. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

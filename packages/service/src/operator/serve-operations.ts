import { createServer, type Server } from "node:http";

/** The metrics of a service. */
export interface Metrics {
  /** Renders all metrics as text. */
  render(): Promise<string>;
  readonly contentType: string;
}

/** Options for `serveOperations`. */
export interface OperationsOptions {
  readonly host: string;
  /** The port. With 0, the system chooses a free port. */
  readonly port: number;
  readonly metrics: Metrics;
  /**
   * Reports whether clients should be sent to this process. Returns false while the process starts and
   * stops. The answer of `/readyz` contains the lines of a `Readiness`.
   */
  readonly isReady: () => boolean | Readiness | Promise<boolean>;
}

/** Whether clients should be sent to a process, and details for operators. */
export interface Readiness {
  readonly ready: boolean;
  readonly lines: readonly string[];
}

/** The running operator port of a service. */
export interface Operations {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/healthz` (200 while the process runs), `/readyz` (200, or 503 if clients should go
 * elsewhere) and `/metrics` (Prometheus) on a separate port, which must not be reachable from the
 * internet.
 *
 * @example
 * ```ts
 * const operations = await serveOperations({
 *   host: "127.0.0.1",
 *   port: 9090,
 *   isReady: () => true,
 *   metrics: { render: async () => "up 1", contentType: "text/plain; version=0.0.4" },
 * });
 * await operations.close();
 * ```
 */
export async function serveOperations(options: OperationsOptions): Promise<Operations> {
  const { host, port, metrics, isReady } = options;
  const server = createServer((request, response) => {
    const sendAnswer = (status: number, text: string, type = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" });
      response.end(request.method === "HEAD" ? undefined : text);
    };
    if (request.method !== "GET" && request.method !== "HEAD") {
      sendAnswer(405, "method not allowed\n");
      return;
    }
    // Probes and scrapers may append a query.
    switch (request.url?.split("?", 1)[0]) {
      case "/healthz":
        sendAnswer(200, "ok\n");
        return;
      case "/readyz":
        Promise.resolve()
          .then(isReady)
          .catch(() => false)
          .then((found) => {
            const { ready, lines } =
              typeof found === "boolean" ? { ready: found, lines: [] } : found;
            const text = [ready ? "ready" : "not ready", ...lines, ""].join("\n");
            sendAnswer(ready ? 200 : 503, text);
          });
        return;
      case "/metrics":
        metrics.render().then(
          (text) => sendAnswer(200, text, metrics.contentType),
          () => sendAnswer(500, "metrics failed\n"),
        );
        return;
      default:
        sendAnswer(404, "try /healthz, /readyz or /metrics\n");
    }
  });
  await listenOn(server, host, port);
  const address = server.address();
  const bound = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

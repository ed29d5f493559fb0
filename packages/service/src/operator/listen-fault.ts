/** The reason why a process cannot listen: a code for its log, and a message that says how to fix it. */
export interface ListenFault {
  readonly code: string;
  readonly message: string;
}

type SystemError = Error & {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
};

/**
 * Returns the reason why a process cannot listen at its address; undefined for any other error.
 * `prefix` is the prefix of the service's variables, such as `PUBLISHER`.
 */
export function listenFault(error: unknown, prefix: string): ListenFault | undefined {
  if (!(error instanceof Error)) return undefined;
  // A server may wrap the error of the system.
  const { code, syscall, address, port, hostname }: SystemError =
    "syscall" in error || !(error.cause instanceof Error) ? error : error.cause;
  const ports = `${prefix}_PORT or ${prefix}_OPERATIONS_PORT`;
  const hosts = `${prefix}_HOST or ${prefix}_OPERATIONS_HOST`;
  // Only the error itself is checked, not its cause. The cause may be about a different host, such as the
  // host of the database.
  if (syscall === "getaddrinfo" && "syscall" in error) {
    const message = `the host ${hostname} is unknown: correct ${hosts}`;
    return { code: "host_unknown", message };
  }
  if (syscall !== "listen" && syscall !== "bind") return undefined;
  switch (code) {
    case "EADDRINUSE": {
      const message = `port ${port} of ${address} is in use: stop the other process, or set another port in ${ports}`;
      return { code: "port_in_use", message };
    }
    case "EACCES": {
      const message = `this process may not listen on port ${port}: set a port from 1024 in ${ports}`;
      return { code: "port_forbidden", message };
    }
    case "EADDRNOTAVAIL": {
      const message = `${address} is not an address of this machine: correct ${hosts}`;
      return { code: "address_unavailable", message };
    }
    default:
      return undefined;
  }
}

/** The generated side of an interface: its client, its server, or both. */
export type Side = "client" | "server" | "both";

/** The values of the option `--for`. */
export const sides: readonly Side[] = ["client", "server", "both"];

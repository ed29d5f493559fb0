/** The side of an interface that is generated: its client, its server, or both. */
export type Side = "client" | "server" | "both";

/** The sides, for options. */
export const sides: readonly Side[] = ["client", "server", "both"];

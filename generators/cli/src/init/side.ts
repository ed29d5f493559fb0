/** What is generated from a document: something that calls the interface, or that serves it, or both. */
export type Side = "client" | "server" | "both";

/** The sides, for options. */
export const sides: readonly Side[] = ["client", "server", "both"];

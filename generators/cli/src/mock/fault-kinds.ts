// A separate module, because its users are slow to load.

/** The status of an error response, a connection reset, or no response at all. */
export type FaultKind = number | "reset" | "timeout";

/** A fault of a request. */
export const usualFaults: readonly FaultKind[] = [500, 503, "reset", "timeout"];

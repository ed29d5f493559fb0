// This module is separate from the modules that inject the faults, because those are slow to load.

/** A fault: an error response with this status, a reset of the connection, or no response at all. */
export type FaultKind = number | "reset" | "timeout";

/** The default kinds of faults. */
export const usualFaults: readonly FaultKind[] = [500, 503, "reset", "timeout"];

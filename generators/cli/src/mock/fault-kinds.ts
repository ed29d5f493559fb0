// Apart from what uses them, which takes time to load.

/** The status of an answer, a connection that is reset, or one that gets no answer. */
export type FaultKind = number | "reset" | "timeout";

/** A fault of a request. */
export const usualFaults: readonly FaultKind[] = [500, 503, "reset", "timeout"];

/** A fault of a tool in one of our documents: a refusal or a wrong result. */
export interface Fault {
  readonly tool: string;
  /** `streams`, `marketplace` or `publisher`. */
  readonly document: string;
  readonly what: string;
}

/** A known fault of the tool itself. */
export interface AcceptedFault {
  readonly tool: string;
  readonly document: string;
  /** A regular expression that matches all of `what`. */
  readonly what: string;
  readonly reason: string;
}

/** Faults that are not in the accepted list, and accepted faults that no longer occur. */
export interface Judgement {
  readonly unknown: readonly Fault[];
  readonly fixed: readonly AcceptedFault[];
}

/** Compares the faults of tools with the accepted ones; leaves out faults of tools that did not run. */
export function judgeFaults(
  faults: readonly Fault[],
  accepted: readonly AcceptedFault[],
  tools: readonly string[],
): Judgement {
  const isSame = (fault: Fault, { tool, document, what }: AcceptedFault): boolean =>
    fault.tool === tool &&
    fault.document === document &&
    new RegExp(`^(?:${what})$`, "s").test(fault.what);
  return {
    unknown: faults.filter((fault) => !accepted.some((each) => isSame(fault, each))),
    fixed: accepted.filter(
      (each) => tools.includes(each.tool) && !faults.some((fault) => isSame(fault, each)),
    ),
  };
}

/** Something that a tool gets wrong, or refuses, in a document of ours. */
export interface Fault {
  readonly tool: string;
  /** `streams`, `marketplace` or `publisher`. */
  readonly document: string;
  readonly what: string;
}

/** A fault of the tool itself, which is known. */
export interface AcceptedFault {
  readonly tool: string;
  readonly document: string;
  /** A regular expression that matches the whole of `what`. */
  readonly what: string;
  readonly reason: string;
}

/** The faults that nobody has accepted, and the accepted ones that are mended. */
export interface Judgement {
  readonly unknown: readonly Fault[];
  readonly mended: readonly AcceptedFault[];
}

/** Compares the faults of tools with the accepted ones; those of tools that did not run are left out. */
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
    mended: accepted.filter(
      (each) => tools.includes(each.tool) && !faults.some((fault) => isSame(fault, each)),
    ),
  };
}

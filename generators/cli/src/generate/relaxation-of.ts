import type { Relaxation } from "@specwright/contract";

/** Returns the checks that options relax, from options that have other members too. */
export function relaxationOf({ formats, openEnums }: Relaxation): Relaxation {
  return { ...(formats !== undefined && { formats }), ...(openEnums && { openEnums }) };
}

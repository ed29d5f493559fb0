import type { Relaxation } from "@specwright/contract";

/** Returns only the members of `Relaxation` from an object that may have other members. */
export function relaxationOf({ formats, openEnums }: Relaxation): Relaxation {
  return { ...(formats !== undefined && { formats }), ...(openEnums && { openEnums }) };
}

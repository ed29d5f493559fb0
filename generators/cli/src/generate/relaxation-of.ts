import type { Relaxation } from "@specwright/contract";

/** Returns what is read less strictly than a document says, of options that have more. */
export function relaxationOf({ formats, openEnums }: Relaxation): Relaxation {
  return { ...(formats !== undefined && { formats }), ...(openEnums && { openEnums }) };
}

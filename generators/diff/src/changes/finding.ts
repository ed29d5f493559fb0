import type { ChangeDraft } from "./change-draft.ts";

/** A change without its subject and affected parts, which the caller adds. */
export type Finding = Omit<ChangeDraft, "subject" | "affects" | "milderIn">;

/** The places of a finding in both documents. */
export type Places = Pick<ChangeDraft, "base" | "revision">;

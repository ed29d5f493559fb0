import type { ChangeDraft } from "./change-draft.ts";

/** A change whose subject and reach are up to the caller. */
export type Finding = Omit<ChangeDraft, "subject" | "affects" | "milderIn">;

/** The two places that a finding is about. */
export type Places = Pick<ChangeDraft, "base" | "revision">;

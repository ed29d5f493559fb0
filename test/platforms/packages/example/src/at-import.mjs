import { randomUUID } from "node:crypto";

/** A call that no module may make while it loads. */
export const id = randomUUID();

import { randomUUID } from "node:crypto";

/** What no module may do while it loads. */
export const id = randomUUID();

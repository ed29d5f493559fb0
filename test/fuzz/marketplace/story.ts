import type { Player } from "./player.ts";

/** A sequence of requests; rejects if a response is wrong. */
export type Story = (player: Player) => Promise<void>;

import type { Channel } from "@specwright/contract";
import { plainText } from "../text/plain-text.ts";

/** Returns the heading of a channel: its title, its address, or else its id. */
export function channelTitle({ title = "", address, id }: Channel): string {
  return plainText(title) || plainText(address ?? "") || plainText(id) || "Unnamed";
}

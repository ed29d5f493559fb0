import type { Channel } from "@specwright/contract";
import { plainText } from "../text/plain-text.ts";

/** Returns the heading of a channel: the title, else the address, else the id. */
export function channelTitle({ title = "", address, id }: Channel): string {
  return plainText(title) || plainText(address ?? "") || plainText(id) || "Unnamed";
}

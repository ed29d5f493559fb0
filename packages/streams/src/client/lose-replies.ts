import type { ReplyTaker } from "@specwright/runtime/transport";
import { describeEnding, type Ending } from "./decide-ending.ts";

/** Rejects the requests that a connection has sent; `undefined` if this side ended the channel. */
export function loseReplies(replies: ReplyTaker | undefined, ending: Ending | undefined): void {
  if (ending === undefined) {
    replies?.lost("this side closed the channel");
    return;
  }
  const { code, reason = "" } = describeEnding(ending);
  if (ending.kind === "closed") {
    const why = `closed with ${ending.code}${reason === "" ? "" : `: ${reason}`}`;
    replies?.lost(why, ending.code);
  } else replies?.lost(reason || `${code ?? ending.kind}`);
}

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { ClauseLedger } from "./clause-ledger.ts";

/** The close code of a connection that ended without a close frame. */
const CUT = 1006;

/** Judges whether the server ended a connection in the way that it had announced (`x-endings`). */
export function judgeClose(
  { channel, ledger }: { readonly channel: ChannelDescriptor; readonly ledger: ClauseLedger },
  announced: ReadonlySet<number>,
  code: number,
  reason: string,
): void {
  const { closes = [], messages = [] } = channel.endings ?? {};
  const ends = [...announced].filter((at) => messages[at]?.client === "reconnect");
  for (const at of ends) ledger.pass(`x-endings.${at + 1}`);
  if (code === CUT) {
    ledger.fail("x-endings.close", "the connection ended without a close frame");
    return;
  }
  ledger.pass("x-endings.close");
  const isDeclared =
    code === channel.sequence?.tooOld.closeCode ||
    closes.some(({ codes }) =>
      typeof codes === "number" ? codes === code : code >= codes[0] && code <= codes[1],
    );
  if (isDeclared || ends.length > 0) ledger.pass("x-endings.declared");
  else if (ledger.has("x-endings.declared")) {
    const why = reason === "" ? "" : `: ${reason}`;
    ledger.fail("x-endings.declared", `it was closed with ${code}${why}`);
  }
}

// The emitter: `codec.ts`, with one codec a declaration.

import { createNotEnforcedReport, type Emitter, runtimeModule } from "@specwright/emit-kit";
import { printCodecs } from "./compact/print-codecs.ts";
import { diagnostics } from "./diagnostics.ts";
import type { Printer } from "./printer.ts";

/** Configures `codecEmitter`. */
export interface CodecEmitterOptions {
  /** Whether `format` is enforced where it is known. Default `assert`. */
  readonly formats?: "assert" | "annotate";
}

/**
 * Makes the emitter that writes `codec.ts`, and `codec.report.json` when some keyword is not
 * enforced. The types of the values come from the emitter `types`.
 */
export function codecEmitter({ formats = "assert" }: CodecEmitterOptions = {}): Emitter {
  return {
    name: "codec",
    requires: ["types"],
    emit(context) {
      const file = context.typescript("codec.ts");
      const report = createNotEnforcedReport({
        path: "codec.report.json",
        diagnostics,
        codes: { keyword: "CODEC_KEYWORD_NOT_ENFORCED", pattern: "CODEC_PATTERN_UNREADABLE" },
      });
      const printer: Printer = {
        contract: context.contract,
        names: context.names,
        file,
        int64: context.int64,
        formats,
        report,
        runtime: (name) => file.import(name, runtimeModule),
      };
      printCodecs(printer);
      report.write(context);
    },
  };
}

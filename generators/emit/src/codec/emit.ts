// The emitter of two files: `codec.ts` has a codec for each declaration, and `codec/stream.ts` has codecs
// that read a text in one pass.

import type { Emitter } from "../print/emitter.ts";
import { runtimeModule } from "../print/modules.ts";
import { createNotEnforcedReport } from "../print/not-enforced.ts";
import type { ImportSymbol } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import type { Direction } from "../rules/rule-printer.ts";
import { hasStreamCodecs } from "../rules/stream-codecs.ts";
import { printCodecs } from "./compact/print-codecs.ts";
import { codecDiagnostics } from "./diagnostics.ts";
import type { Printer } from "./printer.ts";
import { printStreamModule } from "./stream/stream-module.ts";

/** Options for `codecEmitter`. */
export interface CodecEmitterOptions {
  /**
   * Set if all values are sent in one direction. Then `readOnly` members can be absent from requests, and
   * `writeOnly` members from responses. By default, every required member must be present.
   */
  readonly direction?: Direction;
  /**
   * Whether `codec/stream.ts` has codecs for all messages and bodies. By default, the file only has codecs
   * for messages that arrive in large numbers, in replays or on topics. With codecs for everything, the
   * file is larger and warms up more slowly, but the codecs are then several times faster. Default `false`.
   */
  readonly stream?: boolean;
}

/**
 * Creates the emitter of `codec.ts`. If checks omit keywords, it also emits `codec.report.json`. On
 * request, it emits `codec/stream.ts`. The emitter `types` prints the types of the values.
 */
export function codecEmitter({ direction, stream = false }: CodecEmitterOptions = {}): Emitter {
  return {
    name: "codec",
    skipTypeCheck: true,
    requires: ["types"],
    emit(context) {
      const file = context.typescript("codec.ts");
      const report = createNotEnforcedReport({
        path: "codec.report.json",
        diagnostics: codecDiagnostics,
        codes: { keyword: "CODEC_KEYWORD_NOT_ENFORCED", pattern: "CODEC_PATTERN_UNREADABLE" },
      });
      const printer: Printer = {
        contract: context.contract,
        names: context.names,
        file,
        int64: context.int64,
        valueTypes: context.valueTypes,
        defaults: context.defaults,
        direction,
        report,
        runtime: createImporter(file),
      };
      printCodecs(printer);
      if (stream || context.contract.channels.some(hasStreamCodecs)) {
        const streamFile = context.typescript("codec/stream.ts");
        printStreamModule(
          { ...printer, file: streamFile, runtime: createImporter(streamFile) },
          stream,
        );
      }
      report.write(context);
    },
  };
}

/**
 * Creates the function that adds imports from the runtime to a file. It caches the symbols, because some
 * names are imported very often.
 */
function createImporter(file: TypeScriptFile): Printer["runtime"] {
  const known = new Map<string, ImportSymbol>();
  return (name) => {
    let symbol = known.get(name);
    if (symbol === undefined) {
      symbol = file.import(name, runtimeModule);
      known.set(name, symbol);
    }
    return symbol;
  };
}

/** The codes of mistakes in an emitter or its caller. */
export type EmitErrorCode =
  | "emitter_missing"
  | "emitter_cycle"
  | "emitter_twice"
  | "path_taken"
  | "path_outside";

/** Thrown if emitters do not fit together, which is an error in code, never in a document. */
export class EmitError extends Error {
  readonly code: EmitErrorCode;

  constructor(code: EmitErrorCode, message: string) {
    super(`${code}: ${message}`);
    this.name = "EmitError";
    this.code = code;
  }
}

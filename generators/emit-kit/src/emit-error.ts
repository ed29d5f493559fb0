/** Names what an emitter or its caller did wrong. */
export type EmitErrorCode =
  | "EMITTER_MISSING"
  | "EMITTER_CYCLE"
  | "EMITTER_TWICE"
  | "PATH_TAKEN"
  | "PATH_OUTSIDE";

/** Says that emitters do not fit together: a mistake in code, never in a document. */
export class EmitError extends Error {
  readonly code: EmitErrorCode;

  constructor(code: EmitErrorCode, message: string) {
    super(`${code}: ${message}`);
    this.name = "EmitError";
    this.code = code;
  }
}

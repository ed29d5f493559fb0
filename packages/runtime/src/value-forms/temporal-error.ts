import type { TemporalErrorCode } from "../errors/error-codes.ts";
import { SpecwrightError } from "../errors/specwright-error.ts";

/** Thrown when a date is read as a Temporal value, but the program has no global `Temporal`. */
export class TemporalError extends SpecwrightError<TemporalErrorCode> {
  override readonly name: string = "TemporalError";

  constructor() {
    super(
      "temporal_missing",
      'there is no global Temporal; import "temporal-polyfill/global" first',
    );
  }
}

import type { Codec } from "../codegen/codec.ts";
import type { DecodedParameters, ParameterIn } from "../codegen/parameter.ts";
import { CodecError } from "../errors/codec-error.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { parseReadings } from "./readings.ts";

/** Checked parameters; empty if there are issues. */
export interface CheckedParameters {
  readonly values: object;
  readonly issues: readonly ProblemIssue[];
}

/**
 * Validates the parameters of a location. A parameter that could not be decoded already has an issue, and
 * gets no second issue from its schema.
 */
export function checkParameters(
  location: ParameterIn,
  codec: Codec<unknown> | undefined,
  { values, issues }: DecodedParameters,
): CheckedParameters {
  try {
    return { values: parseReadings(values, (all) => Object(codec?.parse(all) ?? all)), issues };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const reported = new Set(issues.map(({ pointer }) => pointer));
    const others = error.issues.filter(({ pointer }) => {
      const [, name = ""] = pointer.split("/");
      return !reported.has(`/${name}`) && !reported.has(pointer);
    });
    return {
      values: {},
      issues: [...issues, ...others.map((each) => ({ in: location, ...each }))],
    };
  }
}

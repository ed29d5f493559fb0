import type { ParameterWriter } from "../codegen/channel.ts";
import { checkParameters } from "./check-parameters.ts";
import { writeAddress, writeHeaders, writeQuery } from "./write-parameters.ts";

/** The writer of a channel with parameters. Generated descriptors refer to it. */
export const parameterWriter: ParameterWriter = {
  check: checkParameters,
  address: writeAddress,
  query: writeQuery,
  headers: writeHeaders,
};

import type { ParameterWriter } from "../codegen/channel.ts";
import { refuseUnknown } from "./refuse-unknown.ts";

/** The writer of a channel without parameters. */
export const noParameters: ParameterWriter = {
  check(channel, { path, query }) {
    // Older generated code has parameters but no writer. Without this error, the resume point would be left
    // out.
    if (channel.parameters.length > 0) {
      throw new TypeError(
        `The descriptor of ${channel.id} has no \`writer\`. Generate the code again.`,
      );
    }
    refuseUnknown(channel, "path", path);
    refuseUnknown(channel, "query", query);
    return {};
  },
  address: ({ address }) => address.replace(/^\/?/, "/"),
  query: () => [],
  headers: () => ({}),
};

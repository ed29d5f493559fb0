import type { ChannelDescriptor } from "../codegen/channel.ts";
import { StreamError } from "../errors/stream-error.ts";

/**
 * Refuses unknown parameters, such as a misspelt resume parameter, because they would not be sent.
 */
export function refuseUnknown(
  channel: ChannelDescriptor,
  place: "path" | "query",
  given = {},
): void {
  const own = channel.parameters.filter((parameter) => parameter.in === place);
  const known = own.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const names = known.length === 0 ? "(none)" : known.join(", ");
  const message = `Unknown parameter ${unknown} in the ${place} of ${channel.id}. Parameters: ${names}.`;
  throw new StreamError("invalid_parameters", message, { channelId: channel.id });
}

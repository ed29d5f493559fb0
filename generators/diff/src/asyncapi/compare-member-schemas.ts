import type { Channel, Schema } from "@specwright/contract";
import type { Comparison } from "../comparison.ts";
import { flowName, flows, trafficOf } from "../pairing/traffic.ts";
import type { SchemaUse } from "../schemas/schema-use.ts";

/** A parameter of a channel whose schemas are compared. */
export interface MemberSchemas {
  readonly channel: Channel;
  readonly base: Schema | undefined;
  readonly revision: Schema | undefined;
  /** Such as `query parameter since`. */
  readonly part: string;
  readonly place: SchemaUse["place"];
}

/**
 * Compares the schemas of a parameter. Clients choose the value of a parameter, so a parameter counts as a
 * request even if clients only receive messages on the channel.
 */
export function compareMemberSchemas(comparison: Comparison, member: MemberSchemas): void {
  const { channel, base, revision, part, place } = member;
  if (base === undefined || revision === undefined) return;
  const used = flows.filter((flow) => trafficOf(channel, flow).length > 0);
  const operations =
    used.length === 0 ? [`channel ${channel.id}`] : used.map((flow) => flowName(channel, flow));
  for (const operation of operations) {
    comparison.compareSchemas(base, revision, {
      operation,
      part,
      direction: "request",
      subject: { kind: "channel", name: channel.id, path: part },
      place,
    });
  }
}

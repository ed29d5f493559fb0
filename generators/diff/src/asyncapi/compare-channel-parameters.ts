import type { Channel, ChannelParameter } from "@specwright/contract";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import { addressForm, addressNames } from "../pairing/address.ts";
import { groupMembers } from "../pairing/group-members.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedFlows } from "../pairing/traffic.ts";
import { compareMemberSchemas } from "./compare-member-schemas.ts";

/** Compares the parameters in the address of a channel. Clients choose the values of these parameters. */
export function compareChannelParameters(comparison: Comparison, pair: Pair<Channel>): void {
  const { base, revision } = pair;
  const renamed = renamedParameters(pair);
  const before = new Map(
    base.parameters.map((each) => [renamed.get(each.name) ?? each.name, each]),
  );
  const after = new Map(revision.parameters.map((each) => [each.name, each]));
  const schemas = [base, revision].map((channel) => groupMembers(channel, "path").schemas);
  for (const [name, parameter] of before) {
    const revised = after.get(name);
    if (revised === undefined) {
      recordMissing(comparison, pair, parameter, "channel-parameter-removed");
      continue;
    }
    compareName(comparison, pair, { base: parameter, revision: revised });
    compareLocation(comparison, pair, { base: parameter, revision: revised });
    compareMemberSchemas(comparison, {
      channel: revision,
      base: schemas[0]?.get(parameter.name),
      revision: schemas[1]?.get(name),
      part: `address parameter ${name}`,
      place: "path parameter",
    });
  }
  for (const [name, parameter] of after) {
    if (!before.has(name)) recordMissing(comparison, pair, parameter, "channel-parameter-added");
  }
}

/** Maps old parameter names to new names, for parameters at the same positions of the same address. */
function renamedParameters({ base, revision }: Pair<Channel>): ReadonlyMap<string, string> {
  if (addressForm(base.address) !== addressForm(revision.address)) return new Map();
  const names = addressNames(revision.address);
  return new Map(
    addressNames(base.address).map((name, index) => [name, names[index] ?? name] as const),
  );
}

function recordMissing(
  comparison: Comparison,
  { base, revision }: Pair<Channel>,
  { name, source }: ChannelParameter,
  rule: "channel-parameter-added" | "channel-parameter-removed",
): void {
  const isAdded = rule === "channel-parameter-added";
  comparison.record({
    rule,
    class: "breaking",
    surface: "code",
    subject: parameterSubject(revision, name),
    ...(isAdded ? { revision: source } : { base: source }),
    affects: affectedFlows(isAdded ? revision : base, `address parameter ${name}`),
    message: `The parameter \`${name}\` of the address of the channel \`${revision.id}\` was ${isAdded ? "added" : "removed"}.`,
    why: isAdded
      ? "Generated code now requires a value for it."
      : "Generated code no longer accepts a value for it.",
  });
}

function compareName(
  comparison: Comparison,
  { revision }: Pair<Channel>,
  parameter: Pair<ChannelParameter>,
): void {
  const [before, after] = [parameter.base.name, parameter.revision.name];
  if (before === after) return;
  comparison.record({
    ...parameterChange(revision, parameter),
    rule: "channel-parameter-renamed",
    class: "breaking",
    surface: "code",
    subject: parameterSubject(revision, before),
    details: [after],
    message: `The parameter \`${before}\` of the address of the channel \`${revision.id}\` is now named \`${after}\`.`,
    why: "Generated code uses the name. Nothing changes on the wire.",
  });
}

function compareLocation(
  comparison: Comparison,
  { revision }: Pair<Channel>,
  parameter: Pair<ChannelParameter>,
): void {
  const [before, after] = [parameter.base.location, parameter.revision.location];
  if (before === after) return;
  const what = `of the parameter \`${parameter.revision.name}\` of the channel \`${revision.id}\``;
  comparison.record({
    ...parameterChange(revision, parameter),
    rule: "channel-parameter-location-changed",
    class: before === undefined ? "non-breaking" : "potentially-breaking",
    surface: "wire",
    details: [before ?? null, after ?? null],
    message:
      after === undefined
        ? `The location ${what} in messages was removed; it was \`${before}\`.`
        : before === undefined
          ? `The location ${what} in messages is now declared: \`${after}\`.`
          : `The location ${what} in messages is now \`${after}\`; it was \`${before}\`.`,
    why:
      before === undefined
        ? "The address accepts the same values as before."
        : "Clients that read the value from a message may get a different value from the one that the address needs.",
  });
}

function parameterSubject({ id }: Channel, name: string): ChangeDraft["subject"] {
  return { kind: "channel", name: id, path: `address/${name}` };
}

function parameterChange(
  channel: Channel,
  { base, revision }: Pair<ChannelParameter>,
): Pick<ChangeDraft, "subject" | "base" | "revision" | "affects"> {
  return {
    subject: parameterSubject(channel, revision.name),
    base: base.source,
    revision: revision.source,
    affects: affectedFlows(channel, `address parameter ${revision.name}`),
  };
}

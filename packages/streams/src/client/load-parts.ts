// Loads the code that only some channels need: the state of numbered frames, and the signing of upgrades.

import type { ChannelParameters, StreamPosition } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { loadNumbered, loadSigning } from "#parts";
import type { signUpgrade } from "../signing/sign-upgrade.ts";
import { type Numbering, unnumbered } from "./numbering.ts";
import type { StreamEnvironment } from "./stream-environment.ts";

/** The parts of an open channel that depend on its contract. */
export interface ChannelParts {
  /** Creates the state of the channel's numbered frames. `position` is the stored position, if any. */
  number(position?: StreamPosition): Numbering;
  /** Absent if upgrades of the channel are not signed. */
  readonly sign?: typeof signUpgrade;
}

/** Loads the parts of a channel. Returns a promise if the platform loads code asynchronously. */
export function loadParts(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  { clock, ticket }: StreamEnvironment,
): ChannelParts | Promise<ChannelParts> {
  const isSigned = channel.signature !== undefined && ticket === undefined;
  const isNumbered = (channel.sequence ?? channel.subscription) !== undefined;
  const createParts = (
    numbered: Awaited<ReturnType<typeof loadNumbered>> | undefined,
    signing: Awaited<ReturnType<typeof loadSigning>> | undefined,
  ): ChannelParts => ({
    number: (position) =>
      numbered?.createNumbering(channel, parameters, clock, position) ?? unnumbered,
    ...(signing !== undefined && { sign: signing.signUpgrade }),
  });
  const numbered = isNumbered ? loadNumbered() : undefined;
  const signing = isSigned ? loadSigning() : undefined;
  return numbered instanceof Promise || signing instanceof Promise
    ? Promise.all([numbered, signing]).then(([first, second]) => createParts(first, second))
    : createParts(numbered, signing);
}

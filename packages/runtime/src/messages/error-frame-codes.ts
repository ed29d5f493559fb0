// Error frames contain a code of the runtime. A contract may use a different name for the code.

import type { ChannelDescriptor } from "../codegen/channel.ts";

/** Returns the contract's code for an error of the runtime. */
export function contractCode({ envelope }: ChannelDescriptor, code: string): string {
  const { codes = {} } = envelope?.error ?? {};
  return (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? code;
}

/** Returns the runtime's code for an error code of the contract. */
export function runTimeCode({ envelope }: ChannelDescriptor, code: string): string {
  const codes = Object.entries(envelope?.error?.codes ?? {});
  const [name = code] = codes.find(([, contracted]) => contracted === code) ?? [];
  return name;
}

// Reports members of extensions that have no effect on a kind of channel.

import type { RuleSites, StreamExtension } from "../extensions/rule-sites.ts";
import type { Build } from "../reading/build.ts";
import { listItems, memberOf, objectMembers, type Place, placeAt } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import type { StreamKind } from "./stream-kind.ts";

/** The members of a credential scheme that have no effect on a signature in headers. */
const besideLines = ["join", "nonce", "parameters", "ticket", "renew"];

/**
 * Reports members without an effect. Skips members at the root of the document, because they can be for
 * other channels.
 */
export function reportUnused(build: Build, sites: RuleSites, kind: StreamKind): void {
  function own(name: StreamExtension, ...keys: readonly string[]): Place | undefined {
    const site = sites.get(name);
    return site?.ofRoot === false ? placeAt(site.place, ...keys) : undefined;
  }
  function unused(place: Place | undefined, why: string): void {
    if (place === undefined) return;
    const name = place.pointer.slice(place.pointer.lastIndexOf("/") + 1);
    reportProblem(build, "EXTENSION_UNUSED", place, `\`${name}\` has no effect here: ${why}`);
  }

  if (kind === "topics") {
    const why = "on a channel with topics, the server does not set the time of frames.";
    unused(own("x-envelope", "time"), why);
    unused(
      own("x-envelope", "error"),
      "the server rejects requests by `refusal` of `x-subscription`.",
    );
    for (const beat of listItems(own("x-heartbeat", "beats"))) {
      // A different check reports heartbeats without `everyMs`.
      if (placeAt(beat, "everyMs") === undefined) continue;
      unused(placeAt(beat, "every"), "clients of a channel with topics use `everyMs`.");
    }
    return;
  }
  if (kind !== "keys") {
    for (const name of ["x-snapshot", "x-book"] as const) {
      unused(own(name), "the channel has no topics (`x-subscription`).");
    }
  }
  const [first, ...others] = objectMembers(own("x-credentials", "schemes"));
  if (first === undefined) return;
  for (const [, scheme] of others) {
    unused(scheme, "the client signs the upgrade by the first scheme only.");
  }
  const [, scheme] = first;
  if (memberOf(scheme, "algorithm")?.value !== "blake2b-256") {
    const why = "the client signs an upgrade with `blake2b-256` only.";
    unused(scheme, `${why} Pass the headers of other credentials to the client.`);
    return;
  }
  for (const key of besideLines)
    unused(memberOf(scheme, key), "a signature in headers does not use it.");
  for (const key of ["query", "message", "eachSubscribe", "eachUnsubscribe"]) {
    unused(placeAt(scheme, "place", key), "the signature is sent in headers of the upgrade.");
  }
  for (const key of ["offsetMs", "lifetimeMs"]) {
    unused(placeAt(scheme, "time", key), "the signature uses the time of the client's clock.");
  }
  const encoding = memberOf(scheme, "encoding");
  if (encoding?.value !== "hex") unused(encoding, "the signature is always written in hex.");
}

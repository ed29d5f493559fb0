// Renders the console of a reference page when a reader opens it. Texts from contracts and servers are
// inserted as text, never as HTML.

import { channelConsole } from "./channel/channel-console.ts";
import { loadSdk, sdkMethods } from "./console-sdk.ts";
import type { ConsoleSettings } from "./console-settings.ts";
import { operationConsole } from "./operation/operation-console.ts";
import { placeFacts } from "./place-facts.ts";
import { plainSdk } from "./plain-sdk.ts";

/** Renders the console of an operation or channel into an element. */
export async function openConsole(
  place: HTMLElement,
  box: HTMLElement,
  settings: ConsoleSettings,
): Promise<void> {
  const facts = placeFacts(place);
  const { id, request } = facts;
  const plain = request === undefined ? undefined : plainSdk(id, request);
  const sdk = settings.sdk === undefined ? plain : await loadSdk(settings.sdk);
  if (sdk === undefined) throw new Error("it needs the bundle of a generated client");
  for (const method of sdkMethods(sdk)) {
    if (facts.kind === "operation" && "operation" in method && method.operation.id === facts.id) {
      box.append(operationConsole({ sdk, settings, facts, ...method }));
      return;
    }
    if (facts.kind === "channel" && "channel" in method && method.channel.id === facts.id) {
      box.append(channelConsole({ sdk, settings, facts, ...method }));
      return;
    }
  }
  throw new Error("the bundle of the generated client does not contain it");
}

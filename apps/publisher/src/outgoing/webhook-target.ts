import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** The allowed URLs of webhooks: public `https` addresses, or any `http` or `https` address. */
export type WebhookTargets = "public" | "any";

/** A valid URL, or its fault. */
export type WebhookTarget = { readonly url: URL } | { readonly fault: string };

/** Checks the URL of a webhook. Names are looked up and checked when a message is sent. */
export function readTarget(text: string, targets: WebhookTargets): WebhookTarget {
  const url = URL.parse(text);
  if (url === null) return { fault: "Is not a URL." };
  const protocols = targets === "any" ? ["https:", "http:"] : ["https:"];
  if (!protocols.includes(url.protocol)) {
    return { fault: targets === "any" ? "Is not an http or https URL." : "Is not an https URL." };
  }
  if (url.username !== "" || url.password !== "") return { fault: "Has credentials." };
  if (url.hash !== "") return { fault: "Has a fragment." };
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (targets === "public" && isIP(host) !== 0 && !isPublicAddress(host)) {
    return { fault: "Has an address that is not public." };
  }
  return { url };
}

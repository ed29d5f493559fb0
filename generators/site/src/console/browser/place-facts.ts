import { memberOf } from "@specwright/runtime";
import type { PlainRequest } from "../plain-request.ts";

/** How a request contains the credential of a security scheme. */
export type SchemeKind =
  | { readonly kind: "authorization"; readonly scheme: string }
  | { readonly kind: "basic" }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string };

/** The data in a page about the operation or channel of its console. */
export interface PlaceFacts {
  readonly kind: "operation" | "channel";
  readonly id: string;
  /** The security schemes by name. A name without an entry means a bearer token. */
  readonly schemes: ReadonlyMap<string, SchemeKind>;
  /** The description of the request. A console without a generated client needs it. */
  readonly request: PlainRequest | undefined;
  /** An example of the body or message, as JSON. */
  readonly example: string | undefined;
}

/** Reads the data attributes of the element in which the console opens. */
export function placeFacts({ dataset }: HTMLElement): PlaceFacts {
  const isChannel = dataset["console"] === "channel";
  const schemes = new Map<string, SchemeKind>();
  const written = readJson(dataset["schemes"]);
  if (typeof written === "object" && written !== null) {
    for (const [name, scheme] of Object.entries(written)) schemes.set(name, schemeKind(scheme));
  }
  return {
    kind: isChannel ? "channel" : "operation",
    id: dataset[isChannel ? "channel" : "operation"] ?? "",
    schemes,
    request: readJson(dataset["request"]) as PlainRequest | undefined,
    example: dataset["example"],
  };
}

/** Reads a Security Scheme Object of OpenAPI. */
export function schemeKind(scheme: unknown): SchemeKind {
  const text = (key: string): string => {
    const value = memberOf(scheme, key);
    return typeof value === "string" ? value : "";
  };
  const where = text("in");
  if (
    text("type") === "apiKey" &&
    (where === "header" || where === "query" || where === "cookie")
  ) {
    return { kind: "apiKey", in: where, name: text("name") };
  }
  if (text("type") !== "http") return { kind: "authorization", scheme: "Bearer" };
  const name = text("scheme").toLowerCase();
  if (name === "basic") return { kind: "basic" };
  return {
    kind: "authorization",
    scheme: name === "" ? "Bearer" : name.slice(0, 1).toUpperCase() + name.slice(1),
  };
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

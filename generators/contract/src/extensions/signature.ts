import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { SignatureRule } from "../model/stream-rules.ts";
import type { Build } from "../reading/build.ts";
import {
  listItems,
  type ObjectPlace,
  objectMembers,
  type Place,
  placeAt,
} from "../reading/place.ts";
import { reportExtension } from "./rule-fields.ts";

/** The name of each signed line, by its template in `text`. */
const lines: Readonly<Record<string, string>> = {
  "{method}": "method",
  "{path}": "path",
  "{time}": "timestamp",
  // An upgrade request has no idempotency key.
  "": "idempotency_key",
  "{broker_id}": "broker_id",
  "{key}": "access_key",
};

/**
 * Reads `x-credentials` of a channel without topics: a keyed BLAKE2b-256 signature of several lines, in
 * headers of the upgrade request. For other credentials, the code that uses the client sets the headers.
 */
export function readSignature(build: Build, credentials: ObjectPlace): SignatureRule | undefined {
  const [[, scheme] = []] = objectMembers(placeAt(credentials, "schemes"));
  const headers = placeAt(scheme, "place", "headers")?.value;
  if (scheme?.value["algorithm"] !== "blake2b-256" || !isJsonObject(headers)) return undefined;
  const need = (wanted: string, ...keys: readonly string[]): void => {
    const message = `A signature in headers needs ${wanted}.`;
    reportExtension(build, placeAt(scheme, ...keys) ?? missingMember(scheme, keys), message);
  };
  const parts = listItems(placeAt(scheme, "text")).map((part) => lineName(part.value));
  if (parts.length === 0 || parts.includes(undefined)) {
    const known = Object.keys(lines).map((line) => JSON.stringify(line));
    need(
      `parts in \`text\` that are one of ${known.join(", ")} or the blake2b-256 hash of "{body}"`,
      "text",
    );
  }
  if (scheme.value["end"] !== "\n") need('`end: "\\n"`', "end");
  if (placeAt(scheme, "time", "unit")?.value !== "rfc3339") {
    need("a `time` with `unit: rfc3339`", "time");
  }
  const tolerance = placeAt(scheme, "time", "toleranceMs")?.value;
  if (tolerance === undefined) need("`toleranceMs` in `time`", "time", "toleranceMs");
  const at = (value: string): string => {
    const [name] = Object.entries(headers).find(([, each]) => each === value) ?? [];
    if (name === undefined) need(`a header with the value \`${value}\``, "place", "headers");
    return name ?? "";
  };
  return {
    algorithm: "blake2b-256",
    headers: { key: at("{key}"), timestamp: at("{time}"), signature: at("{signature}") },
    lines: parts.flatMap((name) => name ?? []),
    clockSkewMs: Number(tolerance),
  };
}

/** Returns the place at which a missing member would be. */
function missingMember({ file, pointer }: ObjectPlace, keys: readonly string[]): Place {
  return { file, pointer: [pointer, ...keys].join("/"), value: null };
}

function lineName(part: JsonValue): string | undefined {
  if (typeof part === "string") return lines[part];
  if (!isJsonObject(part)) return undefined;
  const { hash, of, encoding = "hex" } = part;
  const isBody = isJsonArray(of) && of.length === 1 && of[0] === "{body}";
  return isBody && hash === "blake2b-256" && encoding === "hex" ? "body_digest" : undefined;
}

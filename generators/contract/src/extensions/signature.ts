import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { SignatureRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { holdsObject, items, member, members, type ObjectPlace } from "../reading/place.ts";
import { type RuleFields, reportExtension, ruleFields } from "./rule-fields.ts";
import type { RuleSite } from "./rule-sites.ts";

/** The names of the signed lines, by the parts of the text that stand for them. */
const lines: Readonly<Record<string, string>> = {
  "{method}": "method",
  "{path}": "path",
  "{time}": "timestamp",
  // An upgrade has no such key.
  "": "idempotency_key",
  "{broker_id}": "broker_id",
  "{key}": "access_key",
};

/**
 * Reads `x-credentials` of a channel whose client is not a feed's: lines that are signed by keyed
 * BLAKE2b-256, in headers of the upgrade. Other credentials are left to whoever calls the client.
 */
export function readSignature(
  build: Build,
  { place }: RuleSite<ObjectPlace>,
): SignatureRule | undefined {
  const schemes = member(place, "schemes");
  const [, scheme] =
    (schemes !== undefined && holdsObject(schemes) ? members(schemes) : [])[0] ?? [];
  if (scheme === undefined) return undefined;
  const fields = ruleFields(build, scheme);
  const headers = isJsonObject(fields.place("place").value)
    ? fields.object("place").place("headers").value
    : null;
  if (fields.text("algorithm") !== "blake2b-256" || !isJsonObject(headers)) return undefined;
  let isComplete = true;
  const need = (at: RuleFields, key: string, wanted: string): void => {
    isComplete = false;
    const message = `Lines signed in headers need ${wanted}.`;
    reportExtension(build, at.place(key), message);
  };
  const parts = items(fields.place("text")).map((part) => nameOf(part.value));
  if (parts.length === 0 || parts.includes(undefined)) {
    const known = Object.keys(lines).map((line) => JSON.stringify(line));
    need(fields, "text", `parts among ${known.join(", ")} and the blake2b-256 hash of "{body}"`);
  }
  if (fields.place("end").value !== "\n") need(fields, "end", 'the `end` "\\n"');
  const time = fields.optionalObject("time");
  if (time?.place("unit").value !== "rfc3339") {
    need(fields, "time", "a `time` with the unit rfc3339");
  }
  const tolerance = time?.place("toleranceMs").value ?? null;
  if (tolerance === null) need(time ?? fields, "toleranceMs", "`toleranceMs` in `time`");
  const at = (value: string): string => {
    const [name] = Object.entries(headers).find(([, each]) => each === value) ?? [];
    if (name === undefined) need(fields.object("place"), "headers", `a header with \`${value}\``);
    return name ?? "";
  };
  const rule: SignatureRule = {
    algorithm: "blake2b-256",
    headers: { key: at("{key}"), timestamp: at("{time}"), signature: at("{signature}") },
    lines: parts.flatMap((name) => name ?? []),
    clockSkewMs: Number(tolerance),
  };
  return isComplete ? rule : undefined;
}

function nameOf(part: JsonValue): string | undefined {
  if (typeof part === "string") return lines[part];
  if (!isJsonObject(part)) return undefined;
  const { hash, of, encoding = "hex" } = part;
  const isBody = isJsonArray(of) && of.length === 1 && of[0] === "{body}";
  return isBody && hash === "blake2b-256" && encoding === "hex" ? "body_digest" : undefined;
}

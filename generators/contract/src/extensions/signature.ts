import type { SignatureRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { type RuleSite, ruleFields } from "./rule-fields.ts";

/** Reads `x-signature`. */
export function readSignature(build: Build, { place }: RuleSite): SignatureRule | undefined {
  const fields = ruleFields(build, place);
  const headers = fields.object("headers");
  const rule: SignatureRule = {
    algorithm: fields.choice("algorithm", ["blake2b-256"]),
    headers: {
      key: headers.text("key"),
      timestamp: headers.text("timestamp"),
      signature: headers.text("signature"),
    },
    lines: fields.texts("lines"),
    clockSkewMs: fields.count("clockSkewMs"),
  };
  return fields.complete() ? rule : undefined;
}

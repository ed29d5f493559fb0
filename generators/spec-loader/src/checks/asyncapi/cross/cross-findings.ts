// The rules of AsyncAPI that JSON Schema cannot express, because they compare names, references and
// templates in different parts of a document.

import { channelFindings } from "./channel-findings.ts";
import { messageFindings } from "./message-findings.ts";
import { operationFindings } from "./operation-findings.ts";
import type { CrossFinding, RuledDocument } from "./ruled-document.ts";
import { securityFindings } from "./security-findings.ts";
import { serverFindings } from "./server-findings.ts";
import { tagFindings } from "./tag-findings.ts";

/** Applies the rules for the major version of a document. */
export function crossFindings(document: RuledDocument): readonly CrossFinding[] {
  const channels = channelFindings(document);
  if (document.major === "3") return [...channels, ...operationFindings(document)];
  return [
    ...channels,
    ...serverFindings(document),
    ...securityFindings(document),
    ...messageFindings(document),
    ...tagFindings(document),
  ];
}

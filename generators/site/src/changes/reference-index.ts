// Finds the reference page of a version that describes the subject of a change.

import type { Contract } from "@specwright/contract";
import { type Affected, operationName, type Subject, webhookName } from "@specwright/diff";
import { pagePaths } from "../paths/page-paths.ts";

/**
 * The paths of reference pages, by subject, relative to the root of a version. This is plain data, so a
 * caller can keep it without the contract.
 */
export type ReferenceIndex = ReadonlyMap<string, string>;

/** Lists the reference pages of a contract. The keys are the subjects of changes. */
export function referenceIndex(contract: Contract): ReferenceIndex {
  const paths = pagePaths(contract);
  const index = new Map<string, string>();
  const add = (kind: Subject["kind"] | "reached", name: string, path: string | undefined): void => {
    const key = subjectKey(kind, name);
    if (path !== undefined && !index.has(key)) index.set(key, path);
  };
  for (const operation of contract.operations) {
    add("operation", operationName(operation), paths.operation(operation));
    add("reached", operationName(operation), paths.operation(operation));
  }
  for (const webhook of contract.webhooks) {
    add("webhook", webhook.path, paths.operation(webhook));
    add("reached", webhookName(webhook), paths.operation(webhook));
  }
  for (const channel of contract.channels) {
    add("channel", channel.id, paths.channel(channel));
    for (const message of channel.messages) add("message", message.id, paths.channel(channel));
  }
  for (const { id, action, channel } of contract.channelOperations) {
    add("operation", id, paths.channel(channel));
    add("reached", `${action} ${channel.id}`, paths.channel(channel));
  }
  for (const declaration of contract.declarations) {
    add("schema", declaration.name, paths.schema(declaration));
  }
  for (const { id } of contract.securitySchemes) add("security-scheme", id, paths.security);
  return index;
}

/** Returns the path of the page about the subject of a change; `undefined` if the subject has no page. */
export function pageOfSubject(
  index: ReferenceIndex,
  { kind, name }: Pick<Subject, "kind" | "name">,
): string | undefined {
  return index.get(subjectKey(kind, name));
}

/** Returns the path of the page about an affected operation or channel. */
export function pageOfAffected(
  index: ReferenceIndex,
  { operation }: Pick<Affected, "operation">,
): string | undefined {
  return index.get(subjectKey("reached", operation));
}

function subjectKey(kind: string, name: string): string {
  return `${kind} ${name}`;
}

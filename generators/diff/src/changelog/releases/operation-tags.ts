import type { Contract } from "@specwright/contract";
import type { Change } from "../../changes/change.ts";

/** Returns the tags of the operations that changes affect, by operation. */
export function operationTags(
  contracts: readonly Contract[],
  changes: readonly Change[],
): Readonly<Record<string, readonly string[]>> {
  const wanted = new Set(
    changes.flatMap(({ affects, milderIn = [], subject }) => [
      subject.name,
      ...[...affects, ...milderIn].map(({ operation }) => operation),
    ]),
  );
  const byName = new Map<string, Set<string>>();
  const add = (name: string, tags: readonly string[]): void => {
    if (tags.length === 0 || !wanted.has(name)) return;
    byName.set(name, new Set([...(byName.get(name) ?? []), ...tags]));
  };
  for (const { operations, webhooks, channelOperations } of contracts) {
    for (const { method, path, tags } of operations) add(`${method.toUpperCase()} ${path}`, tags);
    for (const { path, tags } of webhooks) add(`webhook ${path}`, tags);
    for (const { action, channel, tags } of channelOperations) {
      add(`${action} ${channel.id}`, [...tags, ...channel.tags]);
    }
  }
  return Object.fromEntries([...byName].map(([name, tags]) => [name, [...tags]]));
}

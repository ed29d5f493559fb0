import { type Contract, createNames, type Names } from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";
import type { Subject } from "../changes/change.ts";
import type { Comparison } from "../comparison.ts";

/** An object of the document that has names in generated code. */
interface Named {
  readonly subject: Subject;
  readonly source: Source;
  /** The names in generated code, such as the method and the types. */
  readonly names: readonly string[];
}

/**
 * Finds objects that keep their name in the document but get a new name in generated code. This happens if
 * an added object would have the same name in generated code.
 */
export function compareGeneratedNames(comparison: Comparison): void {
  const before = namedParts(comparison.base);
  const after = namedParts(comparison.revision);
  for (const [key, { subject, source, names }] of before) {
    const revised = after.get(key);
    if (revised === undefined) continue;
    const renamed = names.flatMap((name, at): readonly (readonly [string, string])[] => {
      const other = revised.names[at];
      return other === undefined || other === name ? [] : [[name, other]];
    });
    if (renamed.length === 0) continue;
    const texts = renamed.map(([name, other]) => `\`${other}\` instead of \`${name}\``);
    comparison.record({
      rule: "generated-name-changed",
      class: "breaking",
      surface: "code",
      subject,
      details: renamed.map((each) => [...each]),
      base: source,
      revision: revised.source,
      message: `In generated code, \`${subject.name}\` is now ${texts.join(" and ")}.`,
      why: "Its name in the document is the same, but an added name becomes the same identifier in generated code.",
    });
  }
}

function namedParts(contract: Contract): ReadonlyMap<string, Named> {
  const names: Names = createNames(contract);
  const parts = new Map<string, Named>();
  const add = (kind: Subject["kind"], name: string, source: Source, own: readonly string[]) =>
    parts.set(`${kind} ${name}`, { subject: { kind, name }, source, names: own });
  const both = ({ value, type }: ReturnType<Names["operation"]>): readonly string[] => [
    value,
    `${type}Request`,
  ];
  for (const operation of contract.operations) {
    add("operation", operation.id, operation.source, both(names.operation(operation)));
  }
  for (const webhook of contract.webhooks) {
    add("webhook", webhook.id, webhook.source, both(names.operation(webhook)));
  }
  for (const channel of contract.channels) {
    add("channel", channel.id, channel.source, [names.channel(channel).value]);
  }
  for (const operation of contract.channelOperations) {
    if (operation.reply === undefined) continue;
    add("operation", operation.id, operation.source, [names.request(operation)]);
  }
  for (const declaration of contract.declarations) {
    if (declaration.origin !== "schema") continue;
    add("schema", declaration.name, declaration.schema.source, [names.type(declaration)]);
  }
  return parts;
}

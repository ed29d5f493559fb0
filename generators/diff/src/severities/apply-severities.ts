// Applies the severities that a configuration sets for changes, by rule, operation and tag.

import { type Channel, type Contract, globMatcher, type HttpOperation } from "@specwright/contract";
import type { JsonValue, Source } from "@specwright/spec-loader";
import { type Change, compareClasses, isBreak } from "../changes/change.ts";
import type { BasePath } from "../comparison-options.ts";
import { operationName, renamedPath, webhookName } from "../openapi/match-operations.ts";
import type { ComparedDocuments } from "../report/report.ts";

/** A severity, and the conditions for it. The severity applies to changes that meet all conditions. */
export interface SeverityRule {
  /** The id of the rule, such as `response-added`. `*` matches any text. */
  readonly rule?: string;
  /** The path of the operation or webhook, or the address of the channel. May contain `*` and `**`. */
  readonly path?: string;
  /** A tag of the operation or channel. */
  readonly tag?: string;
  /** Whether the operation, its path or its channel has `x-internal: true`. */
  readonly internal?: boolean;
  /**
   * The severity. `error` fails the check, `warning` does not. `info` makes the change non-breaking. `off`
   * omits the change from the report.
   */
  readonly as: "error" | "warning" | "info" | "off";
}

/** The properties of an operation that conditions test. */
interface OperationFacts {
  /** The path. If the path prefix changed, also the path in the revision. */
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  readonly isInternal: boolean;
}

/**
 * Sets the severity of each change. The last matching rule decides. A rule with conditions about operations
 * must match all operations that a change affects. For example, a change of a schema keeps its severity if
 * an operation without a match also uses the schema.
 */
export function applySeverities(
  documents: ComparedDocuments,
  rules: readonly SeverityRule[],
  contracts: readonly Contract[],
  basePaths: readonly BasePath[] = [],
): ComparedDocuments {
  if (rules.length === 0) return documents;
  const facts = factsOf(contracts, basePaths);
  const tests = rules.map((rule) => ({ as: rule.as, matches: createMatcher(rule, facts) }));
  const severities = new Map<string, "error" | "warning" | "info">();
  const changes = documents.changes.flatMap((change): Change[] => {
    const as = tests.findLast(({ matches }) => matches(change))?.as;
    if (as === undefined) return [change];
    if (as === "off") return [];
    severities.set(change.fingerprint, as);
    return [as === "info" && isBreak(change) ? { ...change, class: "non-breaking" } : change];
  });
  changes.sort((left, right) => compareClasses(left.class, right.class));
  const leftOut = documents.changes.length - changes.length;
  const remark = `${leftOut} ${leftOut === 1 ? "change was" : "changes were"} omitted by the configuration.`;
  const remarks = [...(documents.remarks ?? []), ...(leftOut > 0 ? [remark] : [])];
  return { ...documents, changes, severities, ...(remarks.length > 0 && { remarks }) };
}

type Facts = ReadonlyMap<string, OperationFacts>;

function createMatcher(rule: SeverityRule, facts: Facts): (change: Change) => boolean {
  const hasRule = rule.rule === undefined ? undefined : globMatcher(rule.rule);
  const hasPath = rule.path === undefined ? undefined : globMatcher(rule.path);
  const isAbout = ({ paths, tags, isInternal }: OperationFacts): boolean =>
    (hasPath === undefined || paths.some(hasPath)) &&
    (rule.tag === undefined || tags.includes(rule.tag)) &&
    (rule.internal === undefined || rule.internal === isInternal);
  const isAny = [rule.path, rule.tag, rule.internal].every((each) => each === undefined);
  return (change) => {
    if (hasRule?.(change.ruleId) === false) return false;
    if (isAny) return true;
    const reached = affectedParts(change, facts);
    return reached.length > 0 && reached.every(isAbout);
  };
}

function affectedParts(
  { affects, milderIn = [], subject }: Change,
  facts: Facts,
): readonly OperationFacts[] {
  const names = [...affects, ...milderIn].map(({ operation }) => operation);
  const own = subject.kind === "operation" ? subject.name : `${subject.kind} ${subject.name}`;
  return [...new Set([own, ...names])].flatMap((name) => facts.get(name) ?? []);
}

/**
 * Maps the names of operations to their facts. If both contracts have an operation, the first contract, the
 * base, decides whether the operation is internal.
 */
function factsOf(contracts: readonly Contract[], basePaths: readonly BasePath[]): Facts {
  const found = new Map<string, OperationFacts>();
  const add = (name: string, { paths, tags, isInternal }: OperationFacts): void => {
    const known = found.get(name);
    const all = [...new Set([...(known?.tags ?? []), ...tags])];
    found.set(name, {
      paths: known?.paths ?? paths,
      tags: all,
      isInternal: known?.isInternal ?? isInternal,
    });
  };
  for (const contract of contracts) {
    for (const each of contract.operations) {
      const facts = httpFacts(contract, each);
      const renamed = contract === contracts[0] ? renamedPath(each.path, basePaths) : each.path;
      add(operationName(each), { ...facts, paths: [...new Set([each.path, renamed])] });
    }
    for (const each of contract.webhooks) add(webhookName(each), httpFacts(contract, each));
    for (const channel of contract.channels) add(`channel ${channel.id}`, channelFacts(channel));
    for (const { id, action, channel, tags, extensions } of contract.channelOperations) {
      const { paths, isInternal, ...own } = channelFacts(channel);
      const all = [...tags, ...own.tags];
      const facts = { paths, tags: all, isInternal: isInternal || isMarked(extensions) };
      add(`${action} ${channel.id}`, facts);
      add(id, facts);
    }
  }
  return found;
}

function httpFacts(
  contract: Contract,
  { path, tags, extensions, source }: HttpOperation,
): OperationFacts {
  const isInternal =
    isMarked(extensions) || contract.fieldOf(pathItemOf(source), "x-internal") === true;
  return { paths: [path], tags, isInternal };
}

function channelFacts({ id, address, tags, extensions }: Channel): OperationFacts {
  return { paths: [address ?? id], tags, isInternal: isMarked(extensions) };
}

function isMarked(extensions: ReadonlyMap<string, JsonValue>): boolean {
  return extensions.get("x-internal") === true;
}

function pathItemOf({ file, pointer }: Source): Source {
  return { file, pointer: pointer.slice(0, pointer.lastIndexOf("/")) };
}

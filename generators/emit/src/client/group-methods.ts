// Determines the members of a client: methods, or one group of methods for each tag.

import { camelCase, type HttpOperation, type NamedOperation } from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { type ClientCode, clientDiagnostics } from "./client-diagnostics.ts";

/** How the methods of a client are grouped. */
export interface Grouping {
  /**
   * Puts each method into an object that is named after the first tag of the operation:
   * `client.orders.listOrders`.
   */
  readonly groupBy?: "tag";
  /**
   * Returns the name of a method inside such an object, so that `listOrders` can become
   * `client.orders.list`. It does not change the names of functions, or of methods whose operation has no
   * tag. By default, methods keep their names.
   */
  readonly memberNames?: (operation: NamedOperation) => string;
}

/** The methods for one tag, or all methods that are not in a group. */
export interface MethodGroup {
  /** The name of the group; missing if the methods are members of the client itself. */
  readonly name?: string;
  readonly members: readonly { readonly name: string; readonly operation: HttpOperation }[];
}

/** Groups the operations of a contract. Reports a name that two members would have. */
export function groupMethods(context: EmitContext, grouping: Grouping): readonly MethodGroup[] {
  const { contract, names } = context;
  const methodName = (operation: HttpOperation): string => names.operation(operation).value;
  const own = contract.operations.map((operation) => ({ name: methodName(operation), operation }));
  if (grouping.groupBy === undefined) return [{ members: own }];
  const plain = own.filter(({ operation }) => operation.tags.length === 0);
  const owners = new Map<string, string>(plain.map(({ name }) => [name, "an operation"]));
  const groups = new Map<string, HttpOperation[]>();
  for (const { operation } of own) {
    const [tag] = operation.tags;
    if (tag === undefined) continue;
    const name = camelCase(tag);
    const owner = owners.get(name);
    owners.set(name, owner ?? tag);
    if (owner !== undefined && owner !== tag) {
      report(
        operation,
        `The tag "${tag}" and ${owner === "an operation" ? owner : `the tag "${owner}"`} have the same name, \`${name}\`.`,
      );
    } else groups.set(name, [...(groups.get(name) ?? []), operation]);
  }
  return [
    { members: plain },
    ...[...groups].map(([name, operations]) => ({ name, members: membersOf(name, operations) })),
  ];

  function membersOf(group: string, operations: readonly HttpOperation[]): MethodGroup["members"] {
    const taken = new Map<string, HttpOperation>();
    for (const operation of operations) {
      const { memberNames } = grouping;
      const name =
        memberNames === undefined ? methodName(operation) : camelCase(memberNames(operation));
      const owner = taken.get(name);
      if (owner === undefined) taken.set(name, operation);
      else
        report(
          operation,
          `"${operation.id}" and "${owner.id}" have the same name, \`${group}.${name}\`.`,
        );
    }
    return [...taken].map(([name, operation]) => ({ name, operation }));
  }

  function report({ source }: HttpOperation, message: string): void {
    const code: ClientCode = "CLIENT_NAME_TAKEN";
    const { severity, fix } = clientDiagnostics[code];
    context.report({ code, severity, fix, message, source });
  }
}

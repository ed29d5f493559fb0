// Prints `client.ts`, the SDK. An interface documents every operation and channel, and a function creates a
// client for a transport. Each operation and channel is also a separate function, so that a bundle only
// contains those that a program calls. The generated code only calls the transport, which implements the
// behavior.

import { servesTopics, streamChannels } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import { emitPart } from "../print/emit.ts";
import type { EmitContext, Emitter } from "../print/emitter.ts";
import { runtimeModule } from "../print/modules.ts";
import { indexPart } from "../print/parts.ts";
import { block, code, list, type Printable } from "../print/printable.ts";
import { schemeNames } from "../print/scheme-names.ts";
import { channelMethod } from "./channel-method.ts";
import { type Grouping, groupMethods } from "./group-methods.ts";
import type { Method } from "./method.ts";
import { callType, operationMethod } from "./operation-method.ts";
import { printServers } from "./print-servers.ts";

/** Options for `clientEmitter`. */
export type ClientOptions = Grouping;

/**
 * Creates the emitter of `client.ts`.
 *
 * @example
 *   // client.orders.list(...) instead of client.listOrders(...)
 *   clientEmitter({ groupBy: "tag", memberNames: ({ id }) => id.replace(/Orders?$/, "") });
 */
export function clientEmitter(options: ClientOptions = {}): Emitter {
  return {
    name: "client",
    skipTypeCheck: true,
    requires: ["types", "descriptors"],
    emit: (context) => emitClient(context, options),
  };
}

function emitClient(context: EmitContext, options: ClientOptions): void {
  const { contract } = context;
  const channels = streamChannels(contract);
  const { operations } = contract;
  if (operations.length + channels.length === 0) return;
  const file = context.typescript("client.ts");

  if (operations.length > 0) {
    const name = `${context.names.api}${channels.length > 0 ? "RestClient" : "Client"}`;
    const schemes = schemeNames(contract);
    const transport = code`${file.importType("RestTransport", runtimeModule)}${
      schemes === undefined ? "" : `<${schemes}>`
    }`;
    const methods = groupMethods(context, options).flatMap(({ name: group, members }) => {
      const grouped = members.map((member) => ({
        ...emitPart(member.operation.source, () =>
          operationMethod(context, file, member.operation, {
            owner: group === undefined ? [name] : [name, group],
            name: member.name,
          }),
        ),
        part: context.parts.method(member.operation),
      }));
      return group === undefined ? grouped : [methodGroup(group, grouped)];
    });
    printServers(context, file);
    printClient(name, transport, "`restTransport` of `@specwright/rest/client`", methods, [
      callType(file),
    ]);
  }
  if (channels.length > 0) {
    const name = `${context.names.api}Client`;
    const withTopics = channels.filter(servesTopics).length;
    const opener = (kind: "Stream" | "Feed"): Printable =>
      file.importType(`${kind}Transport`, runtimeModule);
    const transport =
      withTopics === 0
        ? opener("Stream")
        : withTopics === channels.length
          ? opener("Feed")
          : code`${opener("Stream")} & ${opener("Feed")}`;
    const methods = channels.map((each) =>
      emitPart(each.source, () => channelMethod(context, file, each, name)),
    );
    const call = withTopics > 0 ? "streamTransport({ url, topics })" : "streamTransport";
    printClient(name, transport, `\`${call}\` of \`@specwright/streams/client\``, methods);
  }

  function printClient(
    name: string,
    transport: Printable,
    provider: string,
    methods: readonly Method[],
    after: readonly Printable[] = [],
  ): void {
    for (const { before } of methods) if (before !== undefined) file.print(before);
    file.inPart(context.parts.split === "tag" ? indexPart : undefined, () => {
      printInterface(name, transport, provider, methods);
    });
    for (const statement of after) file.print(statement);
    for (const { part, standalone, members = [] } of methods) {
      for (const each of [{ part, standalone }, ...members])
        if (each.standalone !== undefined) {
          const { standalone: statement } = each;
          file.inPart(each.part, () => file.print(statement));
        }
    }
  }

  function printInterface(
    name: string,
    transport: Printable,
    provider: string,
    methods: readonly Method[],
  ): void {
    file.print(
      docComment({
        text: `The client of ${contract.info.title}, with one method for each operation and channel.`,
      }),
      code`export interface ${name} ${block(
        "{",
        methods.map((method) => method.signature),
        "}",
      )}`,
    );
    file.print(
      docComment({
        text: `Creates the client over a transport, such as ${provider}. A bundle contains every method; to keep it small, import the functions below instead.`,
      }),
      code`export function create${name}${list("(", [code`transport: ${transport}`], ")")}: ${name} {
  return ${block(
    "{",
    methods.map((method) => method.implementation),
    "}",
  )};
}`,
    );
  }
}

/** Returns the member of the client that contains the methods of one tag. */
function methodGroup(name: string, members: readonly Method[]): Method {
  const interfaceBody = block(
    "{",
    members.map(({ signature }) => signature),
    "}",
  );
  const object = block(
    "{",
    members.map(({ implementation }) => implementation),
    "}",
  );
  return {
    signature: code`readonly ${name}: ${interfaceBody};`,
    implementation: code`${name}: ${object},`,
    members,
  };
}

// Prints an AsyncAPI Channel Object as a descriptor. The descriptor includes the behavior that the
// channel's extensions define.

import {
  type Channel,
  type FilterSource,
  groupParameters,
  keyedTopic,
  servesTopics,
  streamKind,
} from "@specwright/contract";
import { isJsonArray, pointerTokens } from "@specwright/spec-loader";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { code, list, type Printable } from "../print/printable.ts";
import { messageForms, parameterForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { printSecurity } from "./channel-security.ts";
import type { Components } from "./components.ts";
import { printEndings, printHeartbeats } from "./connection-descriptor.ts";
import { memberName, numberType, printEnvelope, printStamped } from "./envelope-descriptor.ts";
import { printFeed } from "./feed-descriptor.ts";
import { printMessages, printSelector, usesMatch } from "./message-descriptor.ts";
import { printObject, printRule } from "./object-literal.ts";
import { printValidators } from "./operation-descriptor.ts";
import { printConstants } from "./own-messages.ts";
import { printParameters } from "./parameter-list.ts";
import type { SentReference } from "./print-sending.ts";
import { printRequests } from "./request-descriptor.ts";
import { serverPaths } from "./server-paths.ts";

/** Prints `export const orders: ChannelDescriptor<...> = {...};`. */
export function printChannelDescriptor(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  channel: Channel,
  sent: SentReference,
): void {
  const { value } = context.names.channel(channel);
  const descriptor = file.importType("ChannelDescriptor", runtimeModule);
  const module = file.importTypeNamespace("types", modules.types);
  const server = messageForms(context, channel, "ServerMessage", channel.sends);
  // The types of the client: it writes parameters and client messages, and reads server messages.
  const messages = [
    parameterForms(context, channel).written,
    server.read,
    messageForms(context, channel, "ClientMessage", channel.receives).written,
  ].map((name) => code`${module}.${name}`);
  const stamped = printStamped(channel);
  const published = server.written === server.read ? [] : [code`${module}.${server.written}`];
  // A server only has a function to publish if the messages of the channel have a number or a time.
  const types = stamped === undefined ? messages : [...messages, stamped, ...published];
  const tags = usesMatch(channel) ? undefined : channelTag(channel);
  const requests = printRequests(context, channel);

  file.print(
    docComment({
      text: `The descriptor of the channel ${channel.address ?? channel.id}.`,
      deprecated: channel.deprecated,
    }),
    code`export const ${value}: ${descriptor}${list("<", types, ">", { trailing: false })} = ${printObject(
      [
        ["id", stringLiteral(channel.id)],
        ["name", value === channel.id ? undefined : stringLiteral(value)],
        ["address", stringLiteral(channel.address ?? "")],
        ["serverPaths", printPaths(serverPaths(context.contract, channel))],
        [
          "parameters",
          printParameters(
            context,
            file,
            components,
            channel.parameterGroups.flatMap(groupParameters),
          ),
        ],
        ["validators", printValidators(context, file, channel.parameterGroups)],
        [
          "writer",
          hasParameters(channel) ? file.import("parameterWriter", runtimeModule) : undefined,
        ],
        ["discriminator", tags && stringLiteral(tags.property)],
        ["select", printSelector(file, channel, requests !== undefined)],
        [
          "serverMessages",
          printMessages(context, file, channel, channel.sends, {
            constantsOf: (message) => printConstants(channel, message),
            sentOf: (message) => sent(file, channel, message),
          }),
        ],
        ["clientMessages", printMessages(context, file, channel, channel.receives, nothingMore)],
        ["requests", requests],
        ["feed", servesTopics(channel) ? printFeed(channel, context.names) : undefined],
        ["lines", channel.lines && "true"],
        ["envelope", printEnvelope(context, channel)],
        ["sequence", printSequence(context, channel)],
        ["subscription", printSubscription(context, channel)],
        ["security", printSecurity(context.contract, file, channel)],
        ["signature", channel.signature && printRule(channel.signature)],
        ["flowControl", channel.flowControl && printRule(channel.flowControl)],
        ["heartbeats", printHeartbeats(context, channel)],
        ["endings", printEndings(channel)],
      ],
    )};`,
  );
}

/** Reports whether the upgrade request has parameters, or an address with placeholders. */
function hasParameters({ parameterGroups, address }: Channel): boolean {
  return parameterGroups.length > 0 || address?.includes("{") === true;
}

const nothingMore = { constantsOf: () => undefined, sentOf: () => undefined };

function printPaths(paths: readonly string[]): Printable | undefined {
  return paths.some((path) => path !== "") ? list("[", paths.map(stringLiteral), "]") : undefined;
}

function channelTag(channel: Channel): { readonly property: string } | undefined {
  return [...channel.sends, ...channel.receives].find((message) => message.discriminator)
    ?.discriminator;
}

/** Returns the function that converts a message id to the tag in the frames of that message. */
function tagReader(channel: Channel): (id: string) => string {
  if (usesMatch(channel)) return (id) => id;
  const tags = new Map(
    channel.messages.map((message) => [message.id, message.discriminator?.value ?? message.id]),
  );
  return (id) => tags.get(id) ?? id;
}

function printSequence(context: EmitContext, channel: Channel): Printable | undefined {
  const { id: own, counters, resume } = channel;
  const [counter] = counters;
  if (streamKind(channel) !== "log" || counter === undefined || resume === undefined) {
    return undefined;
  }
  const { identity, watermark, filters = [] } = resume;
  const tag = tagReader(channel);
  const field = memberName(counter.at);
  return printRule({
    field,
    counts: counter.messages.map(tag),
    repeats: (counter.repeats ?? []).map(tag),
    resumeParameter: resume.parameter,
    endOfBacklog: tag(resume.endOfBacklog),
    tooOld: { errorCode: resume.tooOld.errorCode, closeCode: resume.tooOld.closeCode },
    lastNumberPath: pointerPath(resume.lastNumber),
    watermarkField: watermark && memberName(watermark),
    identity: identity && {
      parameter: identity.parameter,
      header: identity.header,
      path: pointerPath(identity.at),
    },
    filters: isJsonArray(filters) ? filters : Object.keys(filters),
    filterSources: isJsonArray(filters)
      ? undefined
      : Object.fromEntries(
          Object.entries(filters).map(([name, list]) => [
            name,
            list.map((source) => filterSource(source, own)),
          ]),
        ),
    ownerPath: pointerPath(resume.owner),
    as: numberType(context, channel, counter.messages, field),
  });
}

function filterSource(source: FilterSource, channelId: string): object {
  if ("at" in source) return { at: pointerPath(source.at) };
  if ("sameAs" in source) return { sameAs: pointerPath(source.sameAs) };
  const { through, of = channelId, by = through } = source;
  return { through, of, by };
}

function pointerPath(pointer: string | undefined): readonly string[] | undefined {
  return pointer === undefined ? undefined : pointerTokens(pointer);
}

function printSubscription(context: EmitContext, channel: Channel): Printable | undefined {
  const rule = keyedTopic(channel);
  if (rule === undefined) return undefined;
  const tag = tagReader(channel);
  return printRule({
    ...rule,
    as: numberType(context, channel, [rule.snapshot, ...rule.diffs], rule.counterField),
    subscribe: tag(rule.subscribe),
    unsubscribe: tag(rule.unsubscribe),
    snapshot: tag(rule.snapshot),
    diffs: rule.diffs.map(tag),
  });
}

import { compileTemplate } from "@specwright/runtime";
import { ConformanceError } from "../report/conformance-error.ts";
import { Conversation } from "./conversation.ts";
import type { ConversationEnd, ConversationSettings } from "./conversation-settings.ts";
import { SHOWN } from "./judge-schema.ts";
import type { ChosenTopic } from "./topic-choice.ts";

/** Thrown if no connection can be opened. */
export class UnreachableError extends ConformanceError {}

/**
 * Opens a connection, sends the initial messages and subscribes to topics. Resolves when the server has
 * accepted the topics, or when the time is over. In the second case, `isSubscribing` is true afterwards.
 *
 * @throws ConformanceError `bad_usage` if the server cannot be reached or refuses the topics.
 */
export async function openConversation(
  settings: ConversationSettings,
  chosen: readonly ChosenTopic[],
): Promise<Conversation> {
  const { ledger, plan, timeoutMs } = settings;
  const { subscription, snapshots = {} } = plan.feed;
  const conversation = new Conversation(settings);
  const opened = await conversation.until(() => conversation.isOpen, timeoutMs);
  const { ended } = conversation;
  if (!opened) {
    const why = ended === undefined ? "it does not answer" : endReason(ended);
    throw new UnreachableError("bad_usage", `${settings.url.href} cannot be opened: ${why}`);
  }
  for (const [at, { payload, accepted }] of (subscription.setup ?? []).entries()) {
    const template = compileTemplate(payload);
    const request = conversation.requests.post((id) => template.fill({ id }), {
      purpose: "setup",
      hasId: template.names.includes("id"),
      ...(accepted !== undefined && { accepted }),
    });
    if (accepted === undefined) continue;
    const id = `x-subscription.setup.${at + 1}`;
    if (await conversation.until(() => request.isAnswered, timeoutMs)) ledger.pass(id);
    else if (conversation.ended === undefined) ledger.fail(id, "no answer");
  }
  const observed = conversation.subscribe(chosen);
  if (subscription.acknowledgement === undefined) {
    for (const one of observed) one.status = "subscribed";
  } else {
    const { requests } = conversation;
    await conversation.until(() => !requests.isSubscribing, timeoutMs);
    const refused = requests.refusedSubscription;
    if (refused !== undefined) {
      conversation.leave();
      throw new ConformanceError("bad_usage", `the server rejected a topic: ${refused}`);
    }
    if (requests.isSubscribing && conversation.ended === undefined) {
      const names = observed.filter(({ status }) => status === "requested").map(({ name }) => name);
      ledger.fail("x-subscription.acknowledgement", `no answer about ${names.join(", ")}`);
    }
  }
  const awaited = observed.filter(
    ({ kind, status }) => status === "subscribed" && snapshots[kind]?.source === "stream",
  );
  const haveBegun = await conversation.until(
    () => awaited.every(({ begun, topic }) => begun || topic.kind.book === undefined),
    timeoutMs,
  );
  // Not judged if there were frames without a known topic, because a snapshot may be among them.
  if (!haveBegun && conversation.ended === undefined && conversation.strays === 0) {
    for (const { kind, name, begun } of awaited) {
      const id = `x-snapshot.${kind}.source`;
      if (!begun && ledger.has(id)) ledger.fail(id, `no ${name} in ${timeoutMs / 1000} s`);
    }
  }
  return conversation;
}

function endReason(end: ConversationEnd): string {
  switch (end.cause) {
    case "refused": {
      const why = end.body === "" ? "" : `: ${end.body.slice(0, SHOWN)}`;
      return `the upgrade is answered with ${end.status}${why}`;
    }
    case "unopened":
      return end.reason;
    case "closed":
      return `it was closed with ${end.code}`;
    case "silent":
    case "left":
      return "it does not answer";
    default:
      return end satisfies never;
  }
}

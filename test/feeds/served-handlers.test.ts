// How a feed server uses its handlers, published messages and options.

import { createFeedServer, refuse } from "@specwright/streams/server";
import { describe, expect, it } from "vitest";
import { rooms } from "../../examples/feeds/chat/gen/descriptors.ts";
import { talkTo } from "./talk.ts";

describe("a chat", () => {
  const join = (room: string, id = 1) => ({ op: "join", room, id });

  it("calls handlers in the order of requests, and waits for them", async () => {
    const decide: ((decision: boolean) => void)[] = [];
    const open = () => new Promise<boolean>((resolve) => decide.push(resolve));
    const { say, heard, server, clock } = talkTo(rooms, { topics: { room: { open } } });
    say(join("lobby", 1));
    say(join("attic", 2));
    server.publish("room", { name: "lobby" }, "said", { author: "a", text: "early", at: 1n });
    expect([decide.length, heard()]).toEqual([1, []]);
    decide[0]?.(true);
    await clock.advance(0);
    expect(decide.length).toBe(2);
    decide[1]?.(false);
    await clock.advance(0);
    expect(heard()).toEqual([
      { op: "joined", room: "lobby", id: 1 },
      { op: "refused", id: 2, code: "0", reason: "Unknown topic." },
    ]);
    server.publish("room", { name: "lobby" }, "said", { author: "a", text: "hi", at: 2n });
    server.publish("room", { name: "attic" }, "said", { author: "a", text: "hi", at: 2n });
    const said = { op: "said", room: "lobby", n: 2, author: "a", text: "hi", at: 2 };
    expect(heard()).toEqual([said]);
  });

  it("refuses as handlers do, and survives handlers that throw", () => {
    const open = ({ name }: { readonly name?: unknown }) => {
      if (name === "cellar") throw new Error("it is dark");
      return refuse("There is no attic.", "no-attic");
    };
    const { say, heard, events } = talkTo(rooms, { topics: { room: { open } } });
    say(join("attic"));
    say(join("cellar", 2));
    expect(heard()).toEqual([
      { op: "refused", id: 1, code: "no-attic", reason: "There is no attic." },
      { op: "refused", id: 2, code: "0", reason: "Internal server error." },
    ]);
    expect(events.map(({ type }) => type)).toEqual(["refused", "failed", "refused"]);
  });

  it("sends heartbeats, announces endings and closes", async () => {
    const talk = talkTo(rooms, { topics: { room: { open: () => true } } });
    talk.say({ op: "ping" });
    talk.server.announce("closing");
    expect(talk.heard()).toEqual([{ op: "pong" }, { op: "closing" }]);
    expect(() => talk.server.announce("opening")).toThrow("unknown_message");
    expect(talk.server.connections).toBe(1);
    talk.server.close();
    expect(talk.closes).toEqual([[1001, "The server is shutting down."]]);
    expect(talk.server.connections).toBe(0);
    const silent = talkTo(rooms, { topics: { room: { open: () => true } } });
    await silent.clock.advance(51_000);
    expect(silent.closes).toEqual([[1006, ""]]);
  });

  it("sends no frame that breaks the contract, and reports the missing member", () => {
    const talk = talkTo(rooms, { topics: { room: { open: () => true } } });
    talk.say(join("lobby"));
    talk.heard();
    talk.server.publish("room", { name: "lobby" }, "said", { author: "a" });
    expect([talk.heard(), talk.closes]).toEqual([[], [[1011, "Internal server error."]]]);
    expect(talk.events).toMatchObject([{ type: "invalid", error: { code: "invalid_frame" } }]);
    expect(String(talk.events.map((event) => "error" in event && event.error))).toContain(
      "fill.said",
    );
  });

  it("disconnects slow readers", () => {
    const options = { topics: { room: { open: () => true } }, maxPendingBytes: 100 };
    const talk = talkTo(rooms, options, { pendingBytes: 101 });
    talk.say(join("lobby"));
    expect(talk.closes).toEqual([[1013, "The client reads too slowly."]]);
    expect(talk.events).toEqual([{ type: "slow", pendingBytes: 101 }]);
  });

  it("names topics like the client's methods", () => {
    const { feed } = rooms;
    if (feed === undefined) throw new Error("The chat is not a feed.");
    const { room } = feed.subscription.topics;
    if (room === undefined) throw new Error("The chat has no rooms.");
    const topics = { close: { ...room, method: "close_" } };
    const channel = { ...rooms, feed: { ...feed, subscription: { ...feed.subscription, topics } } };
    const { say, heard, server } = talkTo(channel, { topics: { close_: { open: () => true } } });
    say(join("lobby"));
    server.publish("close_", { name: "lobby" }, "said", { author: "a", text: "hi", at: 1n });
    expect(heard()).toMatchObject([{ op: "joined" }, { op: "said", text: "hi" }]);
  });

  it("needs a handler for each topic without a book only", () => {
    expect(() => createFeedServer(rooms, { topics: {} })).toThrow("missing_handler");
    const topics = { room: { open: () => true }, attic: { open: () => true } };
    expect(() => createFeedServer(rooms, { topics })).toThrow("unknown_topic");
    const { feed: _feed, ...channel } = rooms;
    expect(() => createFeedServer(channel, { topics: {} })).toThrow("not_a_feed");
  });

  it("serves private topics only to accounts", () => {
    const { feed } = rooms;
    const room = feed?.subscription.topics["room"];
    if (feed === undefined || room === undefined) throw new Error("no room");
    const topics = { room: { ...room, private: true as const } };
    const channel = { ...rooms, feed: { ...feed, subscription: { ...feed.subscription, topics } } };
    const open = (_: unknown, { account }: { readonly account: unknown }) => account === "me";
    const options = { topics: { room: { open } } };
    for (const [account, op] of [
      [undefined, "refused"],
      ["you", "refused"],
      ["me", "joined"],
    ]) {
      const talk = talkTo(channel, options, {}, account);
      talk.say(join("lobby"));
      expect(talk.heard()).toMatchObject([{ op }]);
    }
  });
});

import { describe, expect, it } from "vitest";
import { signRequest } from "../../examples/feeds/kraken/simulator/venue-state.ts";
import { requestToken, sendSubscribe, startVenue } from "./kraken-client.ts";

describe("tokens", () => {
  it("are signed as in the published example", () => {
    const body = "nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25";
    const secret =
      "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==";
    expect(signRequest("/0/private/AddOrder", "1616492376594", body, secret)).toBe(
      "4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==",
    );
  });

  it.each([
    { given: "a form", request: {}, want: [] },
    { given: "JSON", request: { nonce: "12", body: '{"nonce":"12"}' }, want: [] },
    { given: "another key", request: { apiKey: "other" }, want: ["EAPI:Invalid key"] },
    { given: "another secret", request: { secret: "b3RoZXI=" }, want: ["EAPI:Invalid signature"] },
    { given: "no nonce", request: { body: "" }, want: ["EAPI:Invalid nonce"] },
  ])("responds to $given with the errors $want", async ({ request, want }) => {
    const { venue } = await startVenue();
    const { error, result } = requestToken(venue, request);
    expect(error).toEqual(want);
    expect(result).toEqual(
      want.length === 0 ? { token: expect.stringMatching(/^[\w-]{43}$/), expires: 900 } : undefined,
    );
  });

  it("requires a nonce that rises", async () => {
    const { venue } = await startVenue();
    expect(requestToken(venue, { nonce: "7" }).error).toEqual([]);
    expect(requestToken(venue, { nonce: "7" }).error).toEqual(["EAPI:Invalid nonce"]);
    expect(requestToken(venue, { nonce: "8" }).error).toEqual([]);
  });

  it("refuses other requests", async () => {
    const { venue } = await startVenue();
    const target = "/0/private/Balance";
    expect(venue.request({ method: "POST", target, headers: {}, body: "" }).status).toBe(404);
  });

  it.each([
    { given: "no token", token: undefined, want: "Token(s) not found" },
    { given: "an unknown token", token: "nope", want: "ESession:Invalid session" },
  ])("refuses $given", async ({ token, want }) => {
    const { client } = await startVenue();
    sendSubscribe(client, { channel: "executions", token });
    expect(client.read()).toMatchObject([{ method: "subscribe", success: false, error: want }]);
  });

  it.each([
    { minutes: 15, want: true },
    { minutes: 16, want: false },
  ])("after $minutes minutes, $want", async ({ minutes, want }) => {
    const { client, venue, clock } = await startVenue();
    const token = requestToken(venue).result?.token;
    await clock.advance(minutes * 60_000);
    sendSubscribe(client, { channel: "executions", token });
    expect(client.read()[0]).toMatchObject({ success: want });
  });

  it("keeps a token that is in use", async () => {
    const { client, venue, clock } = await startVenue();
    const params = { channel: "executions", token: requestToken(venue).result?.token };
    sendSubscribe(client, params);
    await clock.advance(60 * 60_000);
    client.read();
    client.send({ method: "unsubscribe", params });
    expect(client.read()).toMatchObject([{ method: "unsubscribe", success: true }]);
  });
});

describe("executions", () => {
  async function watch(more: Record<string, unknown> = {}, misbehaviour?: string) {
    const { client, venue } = await startVenue();
    for (let step = 0; step < 200; step += 1) venue.step();
    if (misbehaviour !== undefined) venue.misbehave(misbehaviour);
    sendSubscribe(client, {
      channel: "executions",
      token: requestToken(venue).result?.token,
      ...more,
    });
    for (let step = 0; step < 300; step += 1) venue.step();
    const [acknowledgement, snapshot, ...updates] = client.frames
      .slice(1)
      .map(({ text }) => JSON.parse(text));
    return { acknowledgement, snapshot, updates, text: client.frames.map((frame) => frame.text) };
  }

  it("starts with open orders, and counts every message", async () => {
    const { acknowledgement, snapshot, updates } = await watch();
    expect(acknowledgement).toMatchObject({
      success: true,
      result: { channel: "executions", snap_orders: true, snap_trades: false },
    });
    expect(snapshot).toMatchObject({ channel: "executions", type: "snapshot", sequence: 1 });
    expect(snapshot.data.length).toBeGreaterThan(0);
    expect(updates.map(({ sequence }) => sequence)).toEqual(updates.map((_, at) => at + 2));
  });

  it("reports every transition of orders, with exact quantities", async () => {
    const { updates, text } = await watch();
    const reports = updates.flatMap(({ data }) => data);
    const kinds = new Set(reports.map(({ exec_type }) => exec_type));
    const all = ["pending_new", "new", "amended", "trade", "filled", "canceled"];
    expect([...kinds].sort()).toEqual(all.sort());
    for (const { order_id } of reports)
      expect(order_id).toMatch(/^O[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]+$/);
    const orders = new Map<string, number>();
    for (const { exec_type, order_id, cum_qty, last_qty } of reports) {
      if (exec_type === "new") orders.set(order_id, 0);
      const before = orders.get(order_id);
      if (exec_type !== "trade" || before === undefined) continue;
      expect(cum_qty).toBeCloseTo(before + last_qty, 8);
      orders.set(order_id, cum_qty);
    }
    expect(text.at(-1)).toMatch(/"order_qty":\d+\.\d{5,8},/);
  });

  it("reports only opening and closing, on request", async () => {
    const { updates } = await watch({ order_status: false });
    const kinds = updates.flatMap(({ data }) => data.map(({ exec_type = "" }) => exec_type));
    expect(new Set(kinds)).toEqual(new Set(["new", "filled", "canceled"]));
    expect(updates.map(({ sequence }) => sequence)).toEqual(updates.map((_, at) => at + 2));
  });

  it("includes fills in the snapshot, on request", async () => {
    const { snapshot } = await watch({ snap_orders: false, snap_trades: true });
    const kinds = snapshot.data.map(({ exec_type = "" }) => exec_type);
    expect(new Set(kinds)).toEqual(new Set(["trade"]));
  });

  it("can leave gaps", async () => {
    const { updates } = await watch({}, "sequence-gap");
    expect(updates.map(({ sequence }) => sequence).slice(0, 3)).toEqual([3, 5, 7]);
  });

  it("can accept tokens and nonces that are too old", async () => {
    const { client, venue, clock } = await startVenue();
    venue.misbehave("long-lived-tokens");
    venue.misbehave("accepts-old-nonce");
    requestToken(venue);
    const token = requestToken(venue).result?.token;
    await clock.advance(60 * 60_000);
    sendSubscribe(client, { channel: "executions", token });
    expect(client.read()[0]).toMatchObject({ success: true });
  });
});

import { describe, expect, it } from "vitest";
import { authEvent, SEQ_ALL, startVenue } from "./bitfinex-client.ts";

describe("the account", () => {
  it.each([
    { given: "the right signature", event: authEvent(5), want: { status: "OK", chanId: 0 } },
    {
      given: "another key",
      event: authEvent(5, { apiKey: "other" }),
      want: { status: "FAILED", code: 10_100, msg: "apikey: invalid" },
    },
    {
      given: "another secret",
      event: authEvent(5, { secret: "other" }),
      want: { status: "FAILED", code: 10_100, msg: "apikey: digest invalid" },
    },
    {
      given: "a payload of another nonce",
      event: { ...authEvent(5), authNonce: 6 },
      want: { status: "FAILED", code: 10_111 },
    },
    {
      given: "a nonce that is too large",
      event: authEvent(2 ** 53),
      want: { status: "FAILED", code: 10_114 },
    },
  ])("responds to an auth event with $given", async ({ event, want }) => {
    const { client } = await startVenue();
    client.send(event);
    expect(client.read()[0]).toMatchObject({ event: "auth", ...want });
  });

  it("requires a nonce that rises from connection to connection", async () => {
    const { client, open } = await startVenue();
    client.send(authEvent(5));
    const second = await open();
    second.read();
    second.send(authEvent(5));
    expect(second.read()).toMatchObject([{ status: "FAILED", code: 10_114, msg: "nonce: small" }]);
    second.send(authEvent(6));
    expect(second.read()[0]).toMatchObject({ event: "auth", status: "OK" });
  });

  /** Opens an authenticated connection with numbers, and returns the frames of `steps` steps. */
  async function watch(steps: number, misbehaviour?: string): Promise<unknown[][]> {
    const { client, venue, clock } = await startVenue();
    if (misbehaviour !== undefined) venue.misbehave(misbehaviour);
    client.send({ event: "conf", flags: SEQ_ALL });
    client.send(authEvent(1));
    client.send({ event: "subscribe", channel: "trades", symbol: "tETHUSD" });
    for (let step = 0; step < steps; step += 1) {
      venue.step();
      if (step % 50 === 0) await clock.advance(15_000);
    }
    return client.read().filter(Array.isArray);
  }

  it("sends snapshots, then the changes of its orders and wallets", async () => {
    const frames = (await watch(400)).filter(([chanId]) => chanId === 0);
    expect(frames.slice(0, 2).map(([, type]) => type)).toEqual(["os", "ws"]);
    const types = new Set(frames.map(([, type]) => type));
    expect(types).toEqual(new Set(["os", "ws", "n", "on", "ou", "oc", "te", "tu", "wu", "hb"]));
    const orders = frames.filter(([, type]) => type === "on");
    for (const [, , order] of orders) expect(order).toHaveLength(32);
  });

  // The numbers as the official client checks them. The last element of frames of channel 0, except
  // heartbeats, is the number of the account, after the common number. Notifications do not advance it, and
  // error notifications have the common number only.
  function audit(frames: unknown[][]): string[] {
    const faults: string[] = [];
    let common = 0;
    let account = 0;
    for (const frame of frames) {
      const [chanId, type, payload] = frame;
      const failed = type === "n" && Array.isArray(payload) && payload[6] === "ERROR";
      const counts = chanId === 0 && type !== "hb" && !failed;
      const number = counts ? frame.at(-2) : frame.at(-1);
      if (number !== common + 1) faults.push(`common ${common} ${number}`);
      common = Number(number);
      if (!counts) continue;
      const own = Number(frame.at(-1));
      if (own !== account + (type === "n" ? 0 : 1)) faults.push(`account ${account} ${own}`);
      account = own;
    }
    return faults;
  }

  it("numbers all frames as the official client expects", async () => {
    const frames = await watch(400);
    expect(audit(frames)).toEqual([]);
    const failures = frames.filter(
      ([, type, fields]) => type === "n" && JSON.stringify(fields).includes("ERROR"),
    );
    expect(failures.length).toBeGreaterThan(0);
  });

  it("can leave a gap in the numbers of the account", async () => {
    const faults = audit(await watch(400, "auth-sequence-gap"));
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every((fault) => fault.startsWith("account"))).toBe(true);
  });
});

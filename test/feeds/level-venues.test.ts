// The worlds of Coinbase, dYdX, Hyperliquid and Polymarket contain the cases that they are meant to test.

import { describe, expect, it } from "vitest";
import { worldRules } from "./rules.ts";
import { runWorld, type WorldRule } from "./world.ts";

const WORLDS = 30;

/** The members of a frame that this test reads. */
interface Frame {
  readonly channel?: string;
  readonly events?: readonly { readonly product_id?: string }[];
  readonly contents?: unknown;
  readonly price_changes?: readonly { readonly asset_id: string }[];
}

/** Plays worlds, and counts the frames that pass a test. */
async function countFrames(
  rule: WorldRule,
  isSuch: (frame: Frame, connection: number) => boolean,
): Promise<number> {
  let count = 0;
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    let connections = 0;
    const { differences } = await runWorld(
      {
        ...rule,
        create(options) {
          const venue = rule.create(options);
          return {
            ...venue,
            connect(request, client) {
              connections += 1;
              const serial = connections;
              return venue.connect(request, {
                ...client,
                frame(text, truths) {
                  if (text.startsWith("{") && isSuch(JSON.parse(text), serial)) count += 1;
                  client.frame(text, truths);
                },
              });
            },
          };
        },
      },
      seed,
    );
    expect({ seed, differences }).toEqual({ seed, differences: [] });
  }
  return count;
}

const several = (names: readonly (string | undefined)[] = []): boolean => new Set(names).size > 1;

describe("33.2 the worlds of the venues of levels", () => {
  it("have frames about several products of Coinbase", async () => {
    const count = await countFrames(worldRules.coinbase, ({ channel, events }) =>
      channel === "l2_data" ? several(events?.map((event) => event.product_id)) : false,
    );
    expect(count).toBeGreaterThan(WORLDS);
  });

  it("have batches of several changes of dYdX", async () => {
    const count = await countFrames(
      worldRules.dydx,
      ({ contents }) => Array.isArray(contents) && contents.length > 1,
    );
    expect(count).toBeGreaterThan(WORLDS);
  });

  it("have frames about both assets of a market of Polymarket", async () => {
    const count = await countFrames(worldRules.polymarket, ({ price_changes }) =>
      several(price_changes?.map((change) => change.asset_id)),
    );
    expect(count).toBeGreaterThan(WORLDS);
  });

  it("have books of Hyperliquid that look the same, each on its own connection", async () => {
    // Nothing else opens a second connection.
    const rule = { ...worldRules.hyperliquid, faults: ["double"] };
    const count = await countFrames(rule, (_, connection) => connection > 1);
    expect(count).toBeGreaterThan(WORLDS);
  });
});

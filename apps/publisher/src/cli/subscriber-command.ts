import type { Subscriber } from "../storage/subscriber-repository.ts";
import { badUsage } from "./bad-usage.ts";
import { readCommandLine } from "./command-line.ts";
import { withStorage } from "./with-storage.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Runs `specwright-publisher subscriber ...`; resolves with the output. */
export async function subscriberCommand(
  [verb, ...args]: readonly string[],
  env: Variables,
): Promise<string> {
  switch (verb) {
    case "list": {
      const { words, options } = readCommandLine(args, ["interface"]);
      if (words.length > 0)
        throw badUsage("subscriber list takes no argument other than --interface");
      const found = await withStorage(env, (storage) =>
        storage.committed.subscribers.list(options["interface"]),
      );
      return found.map(subscriberLine).join("");
    }
    case "erase": {
      const [address, ...more] = args;
      if (address === undefined || more.length > 0) {
        throw badUsage("usage: subscriber erase ADDRESS");
      }
      const count = await withStorage(env, (storage) =>
        storage.transaction(({ subscribers }) => subscribers.erase(address)),
      );
      return `erased ${count} ${count === 1 ? "subscription" : "subscriptions"}\n`;
    }
    default:
      throw badUsage("usage: subscriber list, or subscriber erase ADDRESS");
  }
}

/** Writes a subscriber as a line: the interface, the state, the time of the request, the address. */
function subscriberLine({ interface: name, confirmedAt, createdAt, address }: Subscriber): string {
  const state = confirmedAt === null ? "unconfirmed" : "confirmed";
  return [name, state, new Date(createdAt).toISOString(), `${address}\n`].join("\t");
}

import { randomBytes, randomUUID } from "node:crypto";
import { systemClock } from "@specwright/runtime";
import { readEnvironment } from "../environment/read-environment.ts";
import { readTarget } from "../outgoing/webhook-target.ts";
import { PublisherError } from "../publisher-error.ts";
import type { StoredWebhook } from "../storage/webhook-repository.ts";
import { createWebhook, MAX_WEBHOOKS } from "../webhooks/create-webhook.ts";
import { badUsage } from "./bad-usage.ts";
import { readCommandLine } from "./command-line.ts";
import { withStorage } from "./with-storage.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Runs `specwright-publisher webhook ...`; resolves with the output. */
export async function webhookCommand(
  [verb, ...args]: readonly string[],
  env: Variables,
): Promise<string> {
  switch (verb) {
    case "add":
      return await addWebhook(args, env);
    case "list": {
      if (args.length > 0) throw badUsage("webhook list takes no arguments");
      const found = await withStorage(env, (storage) => storage.committed.webhooks.list());
      return found.map(webhookLine).join("");
    }
    case "remove": {
      const [id, ...more] = args;
      if (id === undefined || more.length > 0) throw badUsage("usage: webhook remove ID");
      const wasThere = await withStorage(env, (storage) =>
        storage.transaction(({ webhooks }) => webhooks.end(id)),
      );
      if (wasThere) return `removed ${id}\n`;
      throw new PublisherError("unknown_name", `unknown webhook ${id}`);
    }
    default:
      throw badUsage("usage: webhook add URL --interface NAME, webhook list, or webhook remove ID");
  }
}

async function addWebhook(args: readonly string[], env: Variables): Promise<string> {
  const { words, options } = readCommandLine(args, ["interface", "branch"]);
  const [url, ...more] = words;
  if (url === undefined || more.length > 0)
    throw badUsage("usage: webhook add URL --interface NAME");
  const { interface: name, branch = "main" } = options;
  if (name === undefined) throw badUsage("webhook add requires --interface");
  const target = readTarget(url, readEnvironment(env).options.webhookTargets ?? "public");
  if ("fault" in target) throw badUsage(`${url} cannot be a webhook: ${target.fault}`);
  return await withStorage(env, async (storage) => {
    const services = {
      ...{ storage, clock: systemClock, newId: () => randomUUID() },
      random: (size: number) => randomBytes(size),
    };
    const order = { interface: name, branch, url, token: null };
    const created = await createWebhook(services, order);
    if (created === "no_interface") {
      throw new PublisherError("unknown_name", `unknown interface ${name}`);
    }
    if (created === "too_many") {
      throw badUsage(`an interface has at most ${MAX_WEBHOOKS} webhooks`);
    }
    return `${created.id}\t${created.secret}\n`;
  });
}

/** Writes a webhook as a line: its ID, its state, its interface, its branch and its URL. */
function webhookLine({
  id,
  isDisabled,
  failingSince,
  branch,
  url,
  ...rest
}: StoredWebhook): string {
  const failing = failingSince === null ? "enabled" : "failing";
  return [id, isDisabled ? "disabled" : failing, rest.interface, branch, `${url}\n`].join("\t");
}

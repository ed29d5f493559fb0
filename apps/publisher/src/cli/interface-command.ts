import { InterfaceNameCodec, PutInterfaceBodyCodec } from "@specwright/publisher-api/codec";
import type { PutInterfaceBody } from "@specwright/publisher-api/types";
import { CodecError, systemClock } from "@specwright/runtime";
import { isReservedName } from "../interfaces/is-reserved-name.ts";
import { isPrivateBranch } from "../interfaces/may-read.ts";
import { openToAll } from "../storage/interface-repository.ts";
import { badUsage } from "./bad-usage.ts";
import { readCommandLine } from "./command-line.ts";
import { withStorage } from "./with-storage.ts";

/** Runs `specwright-publisher interface ...`; resolves with the output. */
export async function interfaceCommand(
  [verb, ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (verb === "list" && args.length === 0) return await listInterfaces(env);
  if (verb !== "create") throw badUsage("usage: interface create NAME, or interface list");
  const { words, options } = readCommandLine(args, ["title", "description", "home", "visibility"]);
  const [name, ...more] = words;
  if (name === undefined || more.length > 0) throw badUsage("usage: interface create NAME");
  const { title = name, description, home } = options;
  if (!isName(name)) {
    throw badUsage(
      `${name} is not a valid interface name: use lowercase letters and digits, with single hyphens in between`,
    );
  }
  if (isReservedName(name)) throw badUsage(`${name} is a reserved name; choose another name`);
  const { visibility } = options;
  const body = describedBy({ title, description, home, visibility });
  return await withStorage(env, (storage) =>
    storage.transaction(async ({ interfaces, versions }) => {
      const found = await interfaces.lock(name);
      const now = systemClock.now();
      const described = {
        title: body.title,
        description: body.description ?? null,
        homePageUrl: body.home_page_url ?? null,
      };
      if (found === undefined) {
        const access = { ...openToAll, isPrivate: body.visibility === "private" };
        const stamps = { createdAt: now, updatedAt: now, withdrawnAt: null };
        await interfaces.insert({ name, ...described, ...access, ...stamps });
        return `created ${name}\n`;
      }
      const isPrivate =
        body.visibility === undefined ? found.isPrivate : body.visibility === "private";
      const changed = { ...found, ...described, isPrivate, updatedAt: now, withdrawnAt: null };
      await interfaces.update(changed);
      await versions.setPrivate(name, (branch) => isPrivateBranch(changed, branch));
      return `changed ${name}\n`;
    }),
  );
}

async function listInterfaces(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const found = await withStorage(env, (storage) =>
    storage.committed.interfaces.list({ limit: 100_000, scope: "all" }),
  );
  return found.map(({ name, title }) => `${name}\t${title}\n`).join("");
}

function isName(name: string): boolean {
  try {
    InterfaceNameCodec.parse(name);
    return true;
  } catch {
    return false;
  }
}

function describedBy(options: {
  readonly title: string;
  readonly description: string | undefined;
  readonly home: string | undefined;
  readonly visibility: string | undefined;
}): PutInterfaceBody {
  const { title, description, home, visibility } = options;
  const flags: Readonly<Record<string, readonly [flag: string, value?: string | undefined]>> = {
    "/title": ["--title", title],
    "/description": ["--description", description],
    "/home_page_url": ["--home", home],
    "/visibility": ["--visibility", visibility],
  };
  try {
    return PutInterfaceBodyCodec.parse({
      title,
      ...(description === undefined ? {} : { description }),
      ...(home === undefined ? {} : { home_page_url: home }),
      ...(visibility === undefined ? {} : { visibility }),
    });
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const faults = error.issues.map(({ pointer, message }) => {
      const [flag, value] = flags[pointer] ?? [pointer];
      return `${flag} ${JSON.stringify(value)} is invalid: ${message}`;
    });
    throw badUsage([...new Set(faults)].join("; "));
  }
}

import { randomBytes } from "node:crypto";
import { systemClock } from "@specwright/runtime";
import { PublisherError } from "../publisher-error.ts";
import { type StoredToken, tokenRights } from "../storage/token-repository.ts";
import { issueToken } from "../tokens/issue-token.ts";
import { badUsage } from "./bad-usage.ts";
import { readCommandLine } from "./command-line.ts";
import { withStorage } from "./with-storage.ts";

/** Runs `specwright-publisher token ...`; resolves with the output. */
export async function tokenCommand(
  [verb, ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  switch (verb) {
    case "issue":
      return await issueCommand(args, env);
    case "list": {
      if (args.length > 0) throw badUsage("token list takes no arguments");
      const found = await withStorage(env, (storage) => storage.committed.tokens.list());
      return found.map(tokenLine).join("");
    }
    case "revoke": {
      const [prefix, ...more] = args;
      if (prefix === undefined || more.length > 0) throw badUsage("usage: token revoke PREFIX");
      const wasRevoked = await withStorage(env, (storage) =>
        storage.transaction(({ tokens }) => tokens.revoke(prefix, systemClock.now())),
      );
      if (wasRevoked) return `revoked ${prefix}\n`;
      throw new PublisherError("unknown_name", `no active token starts with ${prefix}`);
    }
    default:
      throw badUsage("usage: token issue LABEL, token list, or token revoke PREFIX");
  }
}

async function issueCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { words, options } = readCommandLine(args, ["rights", "interface"]);
  const [label, ...more] = words;
  if (label === undefined || more.length > 0) throw badUsage("usage: token issue LABEL");
  const rights = tokenRights.find((each) => each === (options["rights"] ?? "publish"));
  if (rights === undefined) throw badUsage(`--rights must be one of ${tokenRights.join(", ")}`);
  const name = options["interface"] ?? null;
  return await withStorage(env, async (storage) => {
    if (name !== null && (await storage.committed.interfaces.byName(name)) === undefined) {
      throw new PublisherError("unknown_name", `unknown interface ${name}`);
    }
    const issuer = { storage, clock: systemClock, random: (size: number) => randomBytes(size) };
    const { text } = await issueToken(issuer, { label, rights, interface: name });
    return `${text}\n`;
  });
}

/** Writes a token as a line: its first characters, its rights, its interface and its label. */
function tokenLine({ prefix, rights, interface: name, label, revokedAt }: StoredToken): string {
  const state = revokedAt === null ? "" : `\trevoked ${new Date(revokedAt).toISOString()}`;
  return `${prefix}\t${rights}\t${name ?? "all interfaces"}\t${label}${state}\n`;
}

// Each command loads its own modules, because `help` must work without the database driver.

import { DatabaseError } from "@specwright/service/database";
import { programAnswer } from "@specwright/service/operator";
import { PublisherError } from "../publisher-error.ts";
import { badUsage } from "./bad-usage.ts";

/** The environment of a command. */
export interface CliEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the version of the program. */
  version(): string;
  /** Writes to standard output; resolves when more may be written. */
  out(text: string): Promise<void>;
  err(text: string): void;
}

const help = `specwright-publisher: the publishing service

  specwright-publisher serve               serve pages and API until SIGTERM or SIGINT (default)
  specwright-publisher interface create NAME [--title TITLE] [--description TEXT] [--home URL]
                                             [--visibility public|private]
                                           create an interface, or change its properties
  specwright-publisher interface list      list the interfaces
  specwright-publisher token issue LABEL [--rights read|publish|admin] [--interface NAME]
                                           create a token and print it once; by default it may
                                           publish to all interfaces
  specwright-publisher token list          list the tokens by prefix, without the secret parts
  specwright-publisher token revoke PREFIX revoke the token with this prefix immediately
  specwright-publisher webhook add URL --interface NAME [--branch BRANCH]
                                           send a signed message to a URL for each new version;
                                           prints the ID and, only once, the secret
  specwright-publisher webhook list        list the webhooks
  specwright-publisher webhook remove ID   remove a webhook
  specwright-publisher subscriber list [--interface NAME]
                                           list the mail subscribers and their addresses
  specwright-publisher subscriber erase ADDRESS
                                           delete all data about an address
  specwright-publisher mails               print all mails with sample values, to check templates
  specwright-publisher seed [FILE]         publish a history (default: the included example) to
                                           interfaces that have no versions
  specwright-publisher help [COMMAND]      print this help, or the help of one command (also:
                                           COMMAND --help)
  specwright-publisher --version           print the version

Settings are environment variables, such as PUBLISHER_DATA (the folder of the database), DATABASE_URL
(for PostgreSQL) and PUBLISHER_PORT. The page "Operating the publisher" lists all of them.

Exit codes: 0 success, 1 failure or invalid setting, 2 invalid command line.
`;

/** Runs a command; resolves with the exit code. */
export async function runCli(
  args: readonly string[],
  environment: CliEnvironment,
): Promise<number> {
  const { out, err, version } = environment;
  const answer = programAnswer(args, help, version);
  if (answer !== undefined) {
    await out(answer);
    return 0;
  }
  try {
    await runCommand(args, environment);
    return 0;
  } catch (error) {
    const isOurs = error instanceof PublisherError || error instanceof DatabaseError;
    if (!isOurs) throw error;
    err(`${error.message}\n`);
    if (error.code !== "bad_usage") return 1;
    err("See specwright-publisher --help.\n");
    return 2;
  } finally {
    await out("");
  }
}

async function runCommand(
  [command = "serve", ...rest]: readonly string[],
  { env, out }: CliEnvironment,
): Promise<void> {
  switch (command) {
    case "serve": {
      if (rest.length > 0) throw badUsage(`serve takes no ${rest[0] ?? ""}`);
      const { serve } = await import("../serve.ts");
      return await serve(env);
    }
    case "interface": {
      const { interfaceCommand } = await import("./interface-command.ts");
      return await out(await interfaceCommand(rest, env));
    }
    case "token": {
      const { tokenCommand } = await import("./token-command.ts");
      return await out(await tokenCommand(rest, env));
    }
    case "webhook": {
      const { webhookCommand } = await import("./webhook-command.ts");
      return await out(await webhookCommand(rest, env));
    }
    case "subscriber": {
      const { subscriberCommand } = await import("./subscriber-command.ts");
      return await out(await subscriberCommand(rest, env));
    }
    case "mails": {
      if (rest.length > 0) throw badUsage("mails takes no arguments");
      const { previewMails } = await import("./preview-mails.ts");
      return await out(previewMails(env));
    }
    case "seed": {
      const [file, ...more] = rest;
      if (more.length > 0) throw badUsage("seed takes at most one file");
      const { seedCommand } = await import("./seed-command.ts");
      return await out(await seedCommand(file, env));
    }
    default:
      throw badUsage(`unknown command ${command}`);
  }
}

// Each command loads its own modules: help needs no database.

import { DatabaseError } from "@specwright/service/database";
import { programAnswer } from "@specwright/service/operator";
import { PublisherError } from "../publisher-error.ts";
import { badUsage } from "./bad-usage.ts";

/** The environment of a command. */
export interface CliSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the version of the program. */
  version(): string;
  /** Writes to standard output; resolves when more may be written. */
  out(text: string): Promise<void>;
  err(text: string): void;
}

const help = `specwright-publisher: the publishing service

  specwright-publisher serve               serve pages and API until SIGTERM or SIGINT;
                                           this is what it does without a command
  specwright-publisher interface create NAME [--title TITLE] [--description TEXT] [--home URL]
                                             [--visibility public|private]
                                           create an interface, or change what is said about it and
                                           who may read it
  specwright-publisher interface list      list the interfaces
  specwright-publisher token issue LABEL [--rights read|publish|admin] [--interface NAME]
                                           print a new token, which is not shown again; by default
                                           it may publish to all interfaces
  specwright-publisher token list          list the tokens, without the tokens themselves
  specwright-publisher token revoke PREFIX revoke a token at once, by its first characters
  specwright-publisher webhook add URL --interface NAME [--branch BRANCH]
                                           send a signed message to a URL for each new version;
                                           prints an ID, and the secret, which is not shown again
  specwright-publisher webhook list        list the webhooks
  specwright-publisher webhook remove ID   end a webhook
  specwright-publisher subscriber list [--interface NAME]
                                           list the subscribers by mail, with their addresses
  specwright-publisher subscriber erase ADDRESS
                                           delete everything about an address
  specwright-publisher mails               print all mails with sample values, to check templates
  specwright-publisher seed [FILE]         publish a history, by default the one that comes with
                                           the service, to interfaces that have no versions
  specwright-publisher help [COMMAND]      print this, or what there is about one command, as
                                           COMMAND --help does
  specwright-publisher --version           print the version

Settings are variables of the environment: PUBLISHER_DATA, the folder of the database, DATABASE_URL
for PostgreSQL, PUBLISHER_PORT and more. The page "Operating the publisher" lists all of them.

Exit codes: 0 it did what it should, 1 it failed or a setting is wrong, 2 the command line is wrong.
`;

/** Runs a command; resolves with the exit code. */
export async function runCli(
  args: readonly string[],
  surroundings: CliSurroundings,
): Promise<number> {
  const { out, err, version } = surroundings;
  const answer = programAnswer(args, help, version);
  if (answer !== undefined) {
    await out(answer);
    return 0;
  }
  try {
    await dispatch(args, surroundings);
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

async function dispatch(
  [command = "serve", ...rest]: readonly string[],
  { env, out }: CliSurroundings,
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
      if (rest.length > 0) throw badUsage("mails takes nothing");
      const { previewMails } = await import("./preview-mails.ts");
      return await out(previewMails(env));
    }
    case "seed": {
      const [file, ...more] = rest;
      if (more.length > 0) throw badUsage("seed takes one file");
      const { seedCommand } = await import("./seed-command.ts");
      return await out(await seedCommand(file, env));
    }
    default:
      throw badUsage(`there is no command ${command}`);
  }
}

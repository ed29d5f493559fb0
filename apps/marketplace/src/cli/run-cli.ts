// Each command loads its own modules, because `help` must work without the database driver and the
// image library.

import { DatabaseError } from "@specwright/service/database";
import { programAnswer } from "@specwright/service/operator";
import { MarketplaceError } from "../marketplace-error.ts";

/** The environment of a command. */
export interface CliEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the version of the program. */
  version(): string;
  /** Writes to standard output; resolves when more may be written. */
  out(text: string): Promise<void>;
  err(text: string): void;
}

const help = `specwright-marketplace: the marketplace service

  specwright-marketplace serve             serve the marketplace until SIGTERM or SIGINT (default)
  specwright-marketplace moderator grant|revoke USER
  specwright-marketplace admin grant|revoke USER
                                           grant a role to a user or revoke it; takes effect
                                           immediately, also while the service is running
  specwright-marketplace files adopt       assign the file store to this database, for example after
                                           copying the files; removes nothing
  specwright-marketplace mails             print all mails with sample values, from the templates in
                                           MARKETPLACE_MAIL_TEMPLATES and with links to
                                           MARKETPLACE_RESET_PAGE and MARKETPLACE_VERIFICATION_PAGE
  specwright-marketplace help [COMMAND]    print this help, or the help of one command (also:
                                           COMMAND --help)
  specwright-marketplace --version         print the version

Settings are environment variables, such as MARKETPLACE_DATA (the folder of the database, the images
and the mail), DATABASE_URL (for PostgreSQL) and MARKETPLACE_PORT. The page "Operating the
marketplace" lists all of them.

Exit codes: 0 success, 1 failure or invalid setting, 2 invalid command line.
`;

/** Runs a command; resolves with the exit code. */
export async function runCli(
  args: readonly string[],
  environment: CliEnvironment,
): Promise<number> {
  const { env, out, err, version } = environment;
  const answer = programAnswer(args, help, version);
  if (answer !== undefined) {
    await out(answer);
    return 0;
  }
  const [command = "serve", ...rest] = args;
  try {
    switch (command) {
      case "serve": {
        if (rest.length > 0) throw badUsage(`serve takes no ${rest[0] ?? ""}`);
        const { serve } = await import("../serve.ts");
        return await serve(env);
      }
      case "moderator":
      case "admin": {
        const [verb, username, ...more] = rest;
        if ((verb !== "grant" && verb !== "revoke") || username === undefined || more.length > 0) {
          throw badUsage(`usage: ${command} grant USER, or ${command} revoke USER`);
        }
        const { changeRole } = await import("./change-role.ts");
        await out(`${await changeRole(env, { role: command, verb, username })}\n`);
        return 0;
      }
      case "files": {
        if (rest.join(" ") !== "adopt") throw badUsage("usage: files adopt");
        const { adoptFilesOf } = await import("./adopt-files.ts");
        await out(`${await adoptFilesOf(env)}\n`);
        return 0;
      }
      case "mails": {
        if (rest.length > 0) throw badUsage(`mails takes no ${rest[0] ?? ""}`);
        const { previewMails } = await import("./preview-mails.ts");
        await out(previewMails(env));
        return 0;
      }
      default:
        throw badUsage(`unknown command ${command}`);
    }
  } catch (error) {
    const isOurs = error instanceof MarketplaceError || error instanceof DatabaseError;
    if (!isOurs) throw error;
    err(`${error.message}\n`);
    if (error.code !== "bad_usage") return 1;
    err("See specwright-marketplace --help.\n");
    return 2;
  }
}

function badUsage(message: string): MarketplaceError {
  return new MarketplaceError("bad_usage", message);
}

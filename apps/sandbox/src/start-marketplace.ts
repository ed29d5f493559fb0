import { join } from "node:path";
import { createMarketplace, fileFolder, mailFolder } from "@specwright/marketplace";
import type { SandboxSecrets } from "./sandbox-secrets.ts";

/** The running marketplace of the sandbox. */
export interface RunningMarketplace {
  readonly url: string;
  readonly mailFolder: string;
  close(): Promise<void>;
}

/** The usernames of the predefined users. */
export const sandboxUsers = { user: "demo", admin: "admin" } as const;

/**
 * Starts the marketplace with its data in a folder. Adds a user, an administrator and an example
 * listing.
 */
export async function startMarketplace(options: {
  readonly data: string;
  readonly port: number;
  readonly secrets: SandboxSecrets;
  /** The origins of pages that may call the marketplace. */
  readonly allowedOrigins: readonly string[];
}): Promise<RunningMarketplace> {
  const { data, port, secrets, allowedOrigins } = options;
  const mail = join(data, "mail");
  const marketplace = await createMarketplace({
    database: { engine: "sqlite", file: join(data, "marketplace.db") },
    files: fileFolder(join(data, "files")),
    adminEmail: "admin@sandbox.specwright.example",
    mailFrom: "marketplace@sandbox.specwright.example",
    mail: mailFolder(mail),
    allowedOrigins,
  });
  const { user, admin } = sandboxUsers;
  const { userPassword, adminPassword } = secrets;
  try {
    await marketplace.seed({
      users: [
        { username: user, email: `${user}@sandbox.specwright.example`, password: userPassword },
        {
          username: admin,
          email: `${admin}@sandbox.specwright.example`,
          password: adminPassword,
          role: "admin",
        },
      ],
      listings: [
        { owner: user, title: "A brass sextant", description: "Works; the box has a crack." },
        { owner: user, title: "A chess clock", description: "Loses a minute a day." },
        { owner: user, title: "A barometer", description: "Says rain.", status: "pending" },
      ],
    });
    const url = await marketplace.listen({ port });
    return { url, mailFolder: mail, close: () => marketplace.close() };
  } catch (error) {
    await marketplace.close();
    throw error;
  }
}

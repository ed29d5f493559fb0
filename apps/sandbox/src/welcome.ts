import type { AccessKeyEntry } from "@specwright/streams-service";

/** The addresses, keys and users to print. */
export interface WelcomeFacts {
  /** The URL of the documentation; undefined if the documentation does not run. */
  readonly documentationUrl: string | undefined;
  readonly streamsUrl: string;
  readonly marketplaceUrl: string;
  readonly accessKey: AccessKeyEntry;
  readonly username: string;
  readonly password: string;
  readonly adminName: string;
  readonly adminPassword: string;
  readonly dataFolder: string;
  /** Whether the data is kept, so that the next start continues with it. */
  readonly stays: boolean;
  readonly mailFolder: string;
}

/**
 * Returns the text that the sandbox prints when it is ready. It contains addresses, and suggestions
 * what to try.
 */
export function welcomeText(facts: WelcomeFacts): string {
  const { streamsUrl, marketplaceUrl, accessKey: keys, username, password } = facts;
  const flags = [
    `--url ${streamsUrl}`,
    `--access-key ${keys.accessKey}`,
    `--secret-key ${keys.secretKey}`,
    `--broker-id ${keys.brokerId}`,
  ];
  const login = JSON.stringify({ username_or_email: username, password });
  return `The sandbox is running.
${documentationLines(facts.documentationUrl)}
  Streams       ${streamsUrl}
  Marketplace   ${marketplaceUrl}
  Moderation    ${marketplaceUrl}/moderation/ (sign in as the administrator)
  Data          ${facts.dataFolder}
  Mail          ${facts.mailFolder}

  Access key    ${keys.accessKey}
  Secret key    ${keys.secretKey}
  Broker id     ${keys.brokerId}

  User          ${username}, password ${password}
  Administrator ${facts.adminName}, password ${facts.adminPassword}

Watch the exchange trade, from another terminal in this folder:

  npx specwright-streams tail orders
  npx specwright-streams tail market-data
  npx specwright-streams tail events --since 1 --lang en --json

or from another folder, with the keys as options:

  npx @specwright/streams-sdk tail orders ${flags.join(" ")}

Use the marketplace:

  TOKEN=$(curl -s ${marketplaceUrl}/users/login -H 'Content-Type: application/json' -d '${login}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  curl -s ${marketplaceUrl}/listings -H "Authorization: Bearer $TOKEN"
  curl -s ${marketplaceUrl}/listings -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"title":"A lantern"}'

Press Ctrl+C to stop. ${
    facts.stays
      ? "The next start continues from there; npm start -- --reset starts from scratch."
      : "No data is stored."
  }
`;
}

function documentationLines(url: string | undefined): string {
  if (url === undefined) return "";
  return `
  Open          ${url}

The pages document the APIs and their history. You can call operations and watch channels in the browser.
On the first start, the pages take a while to appear.
`;
}

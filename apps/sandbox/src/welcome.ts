import type { AccessKeyEntry } from "@specwright/streams-service";

/** The facts for a visitor. */
export interface WelcomeFacts {
  /** The address of the documentation, if there is any. */
  readonly documentationUrl: string | undefined;
  readonly streamsUrl: string;
  readonly marketplaceUrl: string;
  readonly accessKey: AccessKeyEntry;
  readonly username: string;
  readonly password: string;
  readonly adminName: string;
  readonly adminPassword: string;
  readonly dataFolder: string;
  /** Whether the next start continues from the data. */
  readonly stays: boolean;
  readonly mailFolder: string;
}

/** Returns the text that the sandbox prints when it is ready: addresses, and what to try. */
export function welcome(facts: WelcomeFacts): string {
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

or from anywhere else, with the keys spelled out:

  npx @specwright/streams-sdk tail orders ${flags.join(" ")}

Use the marketplace:

  TOKEN=$(curl -s ${marketplaceUrl}/users/login -H 'Content-Type: application/json' -d '${login}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  curl -s ${marketplaceUrl}/listings -H "Authorization: Bearer $TOKEN"
  curl -s ${marketplaceUrl}/listings -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"title":"A lantern"}'

Ctrl+C stops it. ${
    facts.stays
      ? "The next start continues from there; npm start -- --reset starts from scratch."
      : "Nothing of it is kept."
  }
`;
}

function documentationLines(url: string | undefined): string {
  if (url === undefined) return "";
  return `
  Open          ${url}

It documents the interfaces with their history, and lets you call operations and watch channels from
the browser. On the first start, its pages take a while to appear.
`;
}

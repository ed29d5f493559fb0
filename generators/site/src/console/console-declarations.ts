import { memberOf } from "@specwright/runtime";

/** The console of an interface, as the operator declares it. */
export interface ConsoleDeclaration {
  /**
   * The path of a bundle with a generated client, relative to the declaration. The console of a channel
   * needs this bundle. Without the bundle, the console of an operation sends requests that follow the
   * description in the page.
   */
  readonly sdk?: string;
  /** The base URL of the server that the console calls, or a path on the site. */
  readonly server: string;
  /** The URL that issues tickets for a relay. */
  readonly tickets?: string;
}

/** The declarations in a file, by interface. If the file is invalid, its first problem. */
export type ReadDeclarations =
  | { readonly declarations: ReadonlyMap<string, ConsoleDeclaration> }
  | { readonly problem: string };

/**
 * Reads the declarations of consoles, as JSON:
 * `{"shop": {"server": "https://api.example.com/v1"}}`.
 */
export function readConsoleDeclarations(text: string): ReadDeclarations {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      problem: `the file is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problem: "expected an object with a member for each interface" };
  }
  const declarations = new Map<string, ConsoleDeclaration>();
  for (const [name, given] of Object.entries(value)) {
    const read = readDeclaration(given);
    if (typeof read === "string") return { problem: `${name}: ${read}` };
    declarations.set(name, read);
  }
  return { declarations };
}

function readDeclaration(given: unknown): ConsoleDeclaration | string {
  const [sdk, server, tickets] = ["sdk", "server", "tickets"].map((key) => memberOf(given, key));
  if (sdk !== undefined && (typeof sdk !== "string" || sdk === "")) {
    return "sdk must be the path of a bundle";
  }
  if (typeof server !== "string" || !isAddress(server)) return `server ${ADDRESS}`;
  if (tickets !== undefined && (typeof tickets !== "string" || !isAddress(tickets))) {
    return `tickets ${ADDRESS}`;
  }
  return { server, ...(sdk !== undefined && { sdk }), ...(tickets !== undefined && { tickets }) };
}

const ADDRESS =
  "must be a URL such as https://api.example.com/v1, without user, query and fragment";

function isAddress(text: string): boolean {
  if (/^\/(?!\/)[^?#\\]*$/.test(text)) return true;
  if (!/^(?:http|ws)s?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username === "" && password === "" && search === "" && hash === "";
}

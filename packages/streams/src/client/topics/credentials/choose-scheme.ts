import { StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type {
  CredentialKeys,
  FeedScheme,
  StreamCredential,
  StreamCredentials,
} from "@specwright/runtime/transport";

/** A scheme of `x-credentials`, and the function that returns the user's keys for it. */
export interface ChosenScheme {
  readonly scheme: FeedScheme;
  readonly keys: () => Promise<CredentialKeys>;
}

/**
 * Chooses the scheme for which the user has credentials. Returns undefined if the user has none. The
 * returned `keys` rejects with `unauthorized` if the credentials are not an object with keys.
 *
 * @throws StreamError `unauthorized` if there are credentials for several schemes.
 */
export function chooseScheme(
  { id: channelId, feed }: ChannelDescriptor,
  credentials: StreamCredentials,
): ChosenScheme | undefined {
  const [found, another] = Object.entries(feed?.credentials ?? {}).filter(([name]) =>
    Object.hasOwn(credentials, name),
  );
  if (found === undefined) return undefined;
  const [name, scheme] = found;
  if (another !== undefined) {
    const message = `Pass credentials for one scheme, not for ${name} and ${another[0]}.`;
    throw new StreamError("unauthorized", message, { channelId });
  }
  const credential = credentials[name];
  const keys = async (): Promise<CredentialKeys> => {
    const given = typeof credential === "function" ? await credential() : credential;
    if (isKeys(given)) return given;
    const message = `The credentials of ${name} are not an object with a key and a secret.`;
    throw new StreamError("unauthorized", message, { channelId });
  };
  return { scheme, keys };
}

function isKeys(
  given: Exclude<StreamCredential, () => unknown> | undefined,
): given is CredentialKeys {
  return typeof given === "object" && !("user" in given) && !("headers" in given);
}

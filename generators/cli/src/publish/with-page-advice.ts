import { CliError } from "../terminal/cli-error.ts";

/**
 * Changes the fix of an error so that it names the right address for `--to`. Applies only if the given
 * address has a path and no publisher with the interface was found there. Users often pass the page of the
 * interface instead of the publisher's start page.
 */
export function withPageAdvice(error: unknown, address: string, name: string): unknown {
  const { origin, pathname } = new URL(address);
  if (!(error instanceof CliError) || pathname === "/") return error;
  if (error.code !== "interface_unknown" && error.code !== "publisher_unreachable") return error;
  const path = pathname.slice(1).split("/");
  const at = path.lastIndexOf(name);
  if (at < 0) {
    const fix = `${error.fix} Is ${address} the start page of the publisher? --to needs that one.`;
    return new CliError(error.code, error.message, fix, { cause: error });
  }
  const root = [origin, ...path.slice(0, at)].join("/");
  return new CliError(
    error.code,
    `${address} is not a publisher. It may be the page of the interface ${name} of one.`,
    `Give the address of the publisher's start page: --to ${root} --interface ${name}.`,
    { cause: error },
  );
}

/**
 * Returns the variables that a program of the tests gets from their environment: it must not see the
 * settings of services that the machine may have.
 */
export function inheritedVariables(): Readonly<Record<string, string>> {
  const names = ["PATH", "HOME", "NODE_COMPILE_CACHE"];
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

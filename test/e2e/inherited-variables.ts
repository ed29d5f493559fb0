/**
 * Returns the environment variables for a program that a test starts. It must not see settings of services
 * on this machine.
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

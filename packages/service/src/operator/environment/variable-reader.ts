/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The name of a variable, and how to read it. */
export interface Variable<T> {
  readonly name: string;
  /** The expected value, as in "must be a port". */
  readonly want: string;
  /** Parses the text; returns undefined if it is invalid. */
  readonly parse: (text: string) => T | undefined;
  /** Whether the value may contain a password, so that errors must not quote it. */
  readonly isSecret?: boolean;
}

/** Reads variables and collects all errors, so that they can be reported together. */
export interface VariableReader {
  /** Returns the value, or undefined if the variable is absent, empty or invalid. */
  read<T>(variable: Variable<T>): T | undefined;
  /** Returns all errors. Variables that begin with `prefix` but were never read are errors too. */
  faults(prefix: string): readonly string[];
}

export function variableReader(variables: Variables): VariableReader {
  const faults: string[] = [];
  const asked = new Set<string>();
  return {
    read({ name, want, parse, isSecret = false }) {
      asked.add(name);
      const text = variables[name] ?? "";
      if (text === "") return undefined;
      const value = parse(text);
      const shown = isSecret ? "" : `, not ${JSON.stringify(text.slice(0, 100))}`;
      if (value === undefined) faults.push(`${name} must be ${want}${shown}`);
      return value;
    },
    faults(prefix) {
      const strangers = Object.keys(variables).filter(
        (name) => name.startsWith(prefix) && !asked.has(name),
      );
      return [...faults, ...strangers.map((name) => `unknown setting ${name}`)];
    },
  };
}

/** Reads an integer within bounds. */
export function integerIn(name: string, least: number, most: number): Variable<number> {
  return {
    name,
    want: `a whole number from ${least} to ${most}`,
    parse(text) {
      const value = Number(text);
      return /^\d{1,15}$/.test(text) && value >= least && value <= most ? value : undefined;
    },
  };
}

/** Reads a text that must satisfy a condition. */
export function textThat(
  name: string,
  want: string,
  passes: (text: string) => boolean,
): Variable<string> {
  return { name, want, parse: (text) => (passes(text) ? text : undefined) };
}

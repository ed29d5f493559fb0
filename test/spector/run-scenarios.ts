import { type Exception, findException } from "./exceptions.ts";
import { generateClients, type SpecClient } from "./generate-clients.ts";
import { type PlayOptions, playScenario } from "./play-scenario.ts";
import { readScenarios, type Scenario } from "./scenarios.ts";
import { serveScenarios } from "./serve-scenarios.ts";

/** The result of a scenario. */
export interface Outcome {
  readonly name: string;
  readonly spec: string;
  /** The error; undefined if the scenario passed. */
  readonly fault: string | undefined;
  /** The exception for the scenario. */
  readonly exception: Exception | undefined;
  /** Why the result is not the expected one. */
  readonly surprise: string | undefined;
}

/**
 * Plays the scenarios of specs. A scenario passes if the client returns what the server sent, and the
 * server got every request it expects.
 */
export async function runScenarios(specs: readonly string[]): Promise<readonly Outcome[]> {
  const server = await serveScenarios();
  try {
    const scenarios = await readScenarios();
    const played: Played[] = [];
    for (const spec of specs) {
      const clients = await generateClients(spec);
      for (const scenario of scenarios.filter((each) => each.spec === spec)) {
        played.push(await play(clients, scenario, server.url));
      }
    }
    const verdicts = await server.verdicts();
    return played.map((each) => judge(each, verdicts[each.scenario.name] ?? "nothing"));
  } finally {
    await server.stop();
  }
}

interface Played {
  readonly scenario: Scenario;
  readonly exception: Exception | undefined;
  /** Set if a scenario that must break its contract does not. */
  readonly isClean: boolean;
  readonly fault: string | undefined;
}

async function play(
  clients: readonly SpecClient[],
  scenario: Scenario,
  url: string,
): Promise<Played> {
  const exception = findException(scenario.name);
  const playIn = (validation: PlayOptions["validation"]): Promise<string | undefined> =>
    playScenario(clients, scenario, { url, validation });
  const fault = await playIn("error");
  const isBreach = exception?.kind === "breach";
  return {
    scenario,
    exception,
    isClean: isBreach && fault === undefined,
    fault: isBreach && fault !== undefined ? await playIn("report") : fault,
  };
}

function judge({ scenario, exception, isClean, ...played }: Played, verdict: string): Outcome {
  const { name, spec } = scenario;
  const fault = played.fault ?? (verdict === "pass" ? undefined : `the server says ${verdict}`);
  const shouldPass = exception === undefined || exception.kind === "breach";
  const passes = fault === undefined ? "It passes, although it is listed." : undefined;
  const surprise = shouldPass ? (isClean ? "It breaks no contract." : fault) : passes;
  return { name, spec, fault, exception, surprise };
}

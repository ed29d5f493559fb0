// A histogram of response times. It replaces the histogram of prom-client, whose label lookup takes as long
// as reading a row from a database.

import type { Answered } from "./rest-handler-options.ts";

/** Counts responses by operation, method and status. */
export interface AnswerHistogram {
  /** Counts a response. */
  note(answered: Answered): void;
  /** Renders everything in the text format of Prometheus. */
  render(): string;
}

interface Series {
  readonly labels: string;
  /** The number of values in each interval between two bounds. The last interval has no upper bound. */
  readonly counts: number[];
  sumSeconds: number;
}

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** Creates an empty histogram. `name` is the name of the metric, such as `marketplace_answer_seconds`. */
export function answerHistogram(name: string): AnswerHistogram {
  /** The counts by operation, method and status. */
  const all = new Map<string, Map<string, Map<number, Series>>>();

  function seriesOf({ operation = "none", method, status }: Answered): Series {
    // For unknown paths, all methods are counted as one, because clients can send any method.
    const known = operation === "none" ? "other" : method;
    const found = all.get(operation)?.get(known)?.get(status);
    if (found !== undefined) return found;
    const labels = `operation="${operation}",method="${known}",status="${status}"`;
    const series = {
      labels,
      counts: [...BOUNDS, Number.POSITIVE_INFINITY].map(() => 0),
      sumSeconds: 0,
    };
    const byMethod = all.get(operation) ?? new Map<string, Map<number, Series>>();
    const byStatus = byMethod.get(known) ?? new Map<number, Series>();
    all.set(operation, byMethod.set(known, byStatus.set(status, series)));
    return series;
  }

  return {
    note(answered) {
      const series = seriesOf(answered);
      const seconds = answered.ms / 1000;
      let at = 0;
      while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
      series.counts[at] = (series.counts[at] ?? 0) + 1;
      series.sumSeconds += seconds;
    },
    render() {
      const series = [...all.values()].flatMap((byMethod) =>
        [...byMethod.values()].flatMap((byStatus) => [...byStatus.values()]),
      );
      return [
        `# HELP ${name} Time from a request to its response.`,
        `# TYPE ${name} histogram`,
        ...series.flatMap((each) => seriesLines(name, each)),
        "",
      ].join("\n");
    },
  };
}

function seriesLines(name: string, { labels, counts, sumSeconds }: Series): readonly string[] {
  let count = 0;
  const buckets = counts.map((own, at) => {
    count += own;
    return `${name}_bucket{le="${BOUNDS[at] ?? "+Inf"}",${labels}} ${count}`;
  });
  return [...buckets, `${name}_sum{${labels}} ${sumSeconds}`, `${name}_count{${labels}} ${count}`];
}

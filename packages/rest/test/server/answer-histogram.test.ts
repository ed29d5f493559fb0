import { expect, test } from "vitest";
import { answerHistogram } from "../../src/server/answer-histogram.ts";

test("answers are counted in the text format of Prometheus", () => {
  const histogram = answerHistogram("marketplace_answer_seconds");
  const read = { operation: "getListing", method: "GET", status: 200 };
  for (const ms of [1, 1.5, 20_000]) histogram.note({ ...read, ms });
  histogram.note({ operation: undefined, method: "MKCOL", status: 404, ms: 3 });
  const lines = histogram.render().split("\n");
  const labels = 'operation="getListing",method="GET",status="200"';
  expect(lines.slice(0, 2)).toEqual([
    "# HELP marketplace_answer_seconds Time from a request to its response.",
    "# TYPE marketplace_answer_seconds histogram",
  ]);
  expect(lines).toContain(`marketplace_answer_seconds_bucket{le="0.001",${labels}} 1`);
  expect(lines).toContain(`marketplace_answer_seconds_bucket{le="0.0025",${labels}} 2`);
  expect(lines).toContain(`marketplace_answer_seconds_bucket{le="10",${labels}} 2`);
  expect(lines).toContain(`marketplace_answer_seconds_bucket{le="+Inf",${labels}} 3`);
  expect(lines).toContain(`marketplace_answer_seconds_count{${labels}} 3`);
  expect(lines).toContain(
    'marketplace_answer_seconds_count{operation="none",method="other",status="404"} 1',
  );
  expect(lines.at(-1)).toBe("");
});

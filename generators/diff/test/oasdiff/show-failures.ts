// Prints the cases of oasdiff that fail, and why:
// node --conditions=@specwright/source test/oasdiff/show-failures.ts [n ...]

import { cases } from "./oasdiff-suite.ts";
import { figuresOf, type Score, scoreOf } from "./score.ts";

const scores: Score[] = [];
const wanted = process.argv.slice(2).map(Number);
for (const each of cases) {
  if (wanted.length > 0 && !wanted.includes(each.n)) continue;
  try {
    const score = await scoreOf(each);
    scores.push(score);
    const problems = [
      ...score.missing.map((id) => `MISSING ${id}`),
      ...score.wrong.map((text) => `WRONG ${text}`),
      ...(score.isError && !score.isBroken && !score.isPotentiallyBroken ? ["NOT BROKEN"] : []),
      ...(score.isClean && score.isBroken ? ["BROKEN"] : []),
    ];
    if (problems.length === 0 && wanted.length === 0) continue;
    console.log(
      `#${each.n} ${each.test} (${each.scope}, ${each.minLevel}): ${problems.join("; ")}`,
    );
    for (const { change, ids, level } of score.findings) {
      console.log(
        `    ${level} ${change.ruleId} ${change.class} [${ids.join(" ")}] ${change.message}`,
      );
    }
  } catch (error) {
    console.log(`#${each.n} ${each.test}: ${String(error).slice(0, 900)}`);
  }
}
console.log(figuresOf(scores));

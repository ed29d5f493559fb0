// Property tests generate the same cases in every run, so that the result depends only on the code.
// FC_SEED=random explores; FC_SEED=NUMBER repeats a run that failed.

import fc from "fast-check";

const given = process.env["FC_SEED"];
if (given !== "random") fc.configureGlobal({ seed: Number(given ?? 20261121) });

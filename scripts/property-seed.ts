// Property tests draw the same cases in every run, so that the gate answers the same for the same
// code. FC_SEED=random explores; FC_SEED=NUMBER repeats a run that found something.

import fc from "fast-check";

const given = process.env["FC_SEED"];
if (given !== "random") fc.configureGlobal({ seed: Number(given ?? 20261121) });

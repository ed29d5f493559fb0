// Like publish-process.test.ts, with the data in PostgreSQL: a service that is killed, ends or is left
// while it has a document.

import { testDatabases } from "@specwright/service/database/testing";
import { inject } from "vitest";
import { describePublishProcess } from "./describe-publish-process.ts";

const postgresUrl = (): string => inject("postgresUrl");
const { databaseVariables } = testDatabases({ fileName: "publisher.db", postgresUrl });
describePublishProcess(databaseVariables, "of the storage");

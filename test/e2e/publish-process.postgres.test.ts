// Like publish-process.test.ts, with the data in PostgreSQL.

import { testDatabases } from "@specwright/service/database/testing";
import { inject } from "vitest";
import { describePublishProcess } from "./describe-publish-process.ts";

const postgresUrl = (): string => inject("postgresUrl");
describePublishProcess(testDatabases({ fileName: "publisher.db", postgresUrl }).databaseVariables);

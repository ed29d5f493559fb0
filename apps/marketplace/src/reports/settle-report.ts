import { lacksRole, moderationAccess } from "../access/moderation-access.ts";
import { recordAuditAction } from "../audit/record-audit-action.ts";
import { type Caller, type Context, callerOf, type Handlers, requireUser } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { badCursor, pageOf, readCursor } from "../page-cursor.ts";
import { presentReport, reportAnswer } from "../present/present-report.ts";
import { invalidBody, notFound, type ProblemAnswer, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import type { ReportRecord } from "../storage/report-repository.ts";

const DEFAULT_LIMIT = 20;

/** Serves `GET /reports`: newest first. */
export function listReports({ storage }: Services): Handlers["listReports"] {
  return async ({ query = {} }, context) => {
    if (lacksRole("listReports", callerOf(context))) return problemAnswer(403, "forbidden");
    const { limit = DEFAULT_LIMIT, cursor, status } = query;
    const beforeId = cursor === undefined ? undefined : readCursor(cursor, { status });
    if (cursor !== undefined && beforeId === undefined) return badCursor();
    const found = await storage.committed.reports.page({
      ...(status === undefined ? {} : { isOpen: status === "open" }),
      ...(beforeId === undefined ? {} : { beforeId }),
      // One extra report is read, to find out whether a next page exists.
      limit: limit + 1,
    });
    const { items, next } = pageOf(found, limit, { status });
    return { status: 200, body: { data: items.map(presentReport), next_cursor: next } };
  };
}

/**
 * Serves `POST /reports/{report_id}/assign`: assigns a report to the caller, or to the user in the
 * body.
 */
export function assignReport(services: Services): Handlers["assignReport"] {
  return ({ path, body }, context) =>
    settleReport(
      services,
      context,
      "assignReport",
      path.report_id,
      async (stored, caller, report) => {
        const id = body?.assignee_id ?? caller.userId;
        const user =
          id === caller.userId ? await requireUser(stored, caller) : await stored.users.byId(id);
        if (user === undefined || !moderationAccess.assignReport.includes(user.role)) {
          const message = "Is neither a moderator nor an administrator.";
          return invalidBody({ pointer: "/assignee_id", code: "role", message });
        }
        return { ...report, assignee: { id, username: user.username } };
      },
    );
}

/** Serves `POST /reports/{report_id}/close`. */
export function closeReport(services: Services): Handlers["closeReport"] {
  return ({ path, body: { resolution } }, context) =>
    settleReport(
      services,
      context,
      "closeReport",
      path.report_id,
      async (_stored, _caller, report) => ({
        ...report,
        resolution,
        closedAt: services.clock.now(),
      }),
    );
}

type Settled = ReturnType<typeof reportAnswer> | ProblemAnswer<400 | 403 | 404 | 409>;

/**
 * Changes an open report and records this in the audit log, if the caller may change the report.
 */
async function settleReport(
  services: Services,
  context: Context,
  action: "assignReport" | "closeReport",
  reportId: number,
  change: (
    stored: Repositories,
    caller: Caller,
    report: ReportRecord,
  ) => Promise<ReportRecord | ProblemAnswer<400>>,
): Promise<Settled> {
  const caller = callerOf(context);
  if (lacksRole(action, caller)) return problemAnswer(403, "forbidden");
  return await answerInTransaction(services, context, async (stored): Promise<Settled> => {
    const report = await stored.reports.lock(reportId);
    if (report === undefined) return notFound();
    if (report.closedAt !== null) {
      return problemAnswer(409, "invalid_state", { detail: "The report is closed." });
    }
    const changed = await change(stored, caller, report);
    if ("status" in changed) return changed;
    await stored.reports.update(changed);
    const { assignee, resolution } = changed;
    await recordAuditAction(stored, services, caller, {
      ...{ action, subject: "report", subjectId: report.id },
      details: {
        listing: `${report.listingId}`,
        ...(assignee === null ? {} : { assignee: assignee.username }),
        ...(resolution === null ? {} : { resolution }),
      },
    });
    return reportAnswer(changed);
  });
}

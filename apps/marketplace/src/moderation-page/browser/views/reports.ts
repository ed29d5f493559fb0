import { assignReport, closeReport, listReports } from "@specwright/marketplace-api/client";
import type { ReportCase } from "@specwright/marketplace-api/types";
import { callOrLost, failureText } from "../attempt.ts";
import type { Desk, View } from "../desk.ts";
import { actionButton } from "../parts/action-button.ts";
import { collapseCard } from "../parts/collapse-card.ts";
import { element, heading, link } from "../parts/element.ts";
import { factList, timeText } from "../parts/facts.ts";
import { failureBox } from "../parts/failure.ts";
import { pagedList } from "../parts/paged-list.ts";
import { askReason, type DialogEnd } from "../parts/reason-dialog.ts";
import { userLink } from "../parts/user-link.ts";

/** Shows the open reports, oldest first. */
export function openReportsView(desk: Desk): View {
  return {
    heading: "Open reports",
    content: [
      reportTabs("open"),
      pagedList({
        read: () => readOpen(desk),
        draw: (report) => reportCard(desk, report),
        empty: "No report is open.",
      }),
    ],
  };
}

/** Shows the closed reports, newest first. */
export function closedReportsView(desk: Desk): View {
  return {
    heading: "Closed reports",
    content: [
      reportTabs("closed"),
      pagedList({
        read: (cursor) =>
          callOrLost(
            listReports(desk.transport, {
              query: { status: "closed", ...(cursor !== undefined && { cursor }) },
            }),
          ),
        draw: (report) => reportCard(desk, report),
        empty: "No report is closed.",
      }),
    ],
  };
}

function reportTabs(shown: "open" | "closed"): HTMLElement {
  const tab = (href: string, text: string, isShown: boolean): HTMLElement => {
    const made = link(href, text);
    if (isShown) made.setAttribute("aria-current", "page");
    return element("li", {}, made);
  };
  const list = element(
    "ul",
    { class: "tabs" },
    tab("#/reports", "Open, oldest first", shown === "open"),
    tab("#/reports/closed", "Closed, newest first", shown === "closed"),
  );
  return element("nav", { "aria-label": "Reports" }, list);
}

/**
 * Reads all open reports. The service lists the newest reports first, and the view starts with the
 * oldest.
 */
async function readOpen({ transport }: Desk): ReturnType<typeof readPage> {
  const reports: ReportCase[] = [];
  let cursor: string | undefined;
  for (;;) {
    const answer = await readPage(transport, cursor);
    if (answer.status !== 200) return answer;
    reports.push(...answer.body.data);
    cursor = answer.body.next_cursor ?? undefined;
    if (cursor === undefined) {
      return { status: 200, body: { data: reports.toReversed(), next_cursor: null } };
    }
  }
}

function readPage(transport: Desk["transport"], cursor: string | undefined) {
  const query = { status: "open", limit: 100, ...(cursor !== undefined && { cursor }) } as const;
  return callOrLost(listReports(transport, { query }));
}

function reportCard(desk: Desk, report: ReportCase): HTMLLIElement {
  const card = element("li", { class: "card" });
  const { id, listing_id, listing_title: title } = report;
  const path = { report_id: id };
  const failures = element("div");

  async function assignToMe(): Promise<void> {
    failures.replaceChildren();
    const answer = await callOrLost(assignReport(desk.transport, { path }));
    if (answer.status === 200) {
      const drawn = reportCard(desk, answer.body.data);
      card.replaceWith(drawn);
      drawn.querySelector("h2")?.focus();
      desk.announce(`The report about “${title}” is assigned to you.`);
    } else if (answer.status === 409) collapseReport(closedByOtherText(title));
    else failures.replaceChildren(failureBox(failureText(answer), assignToMe));
  }

  async function closeWith(resolution: string): Promise<DialogEnd> {
    const answer = await callOrLost(closeReport(desk.transport, { path, body: { resolution } }));
    if (answer.status === 200) {
      return { closed: () => collapseReport(`The report about “${title}” is closed.`) };
    }
    if (answer.status === 409) return { closed: () => collapseReport(closedByOtherText(title)) };
    return { failure: failureText(answer) };
  }

  function collapseReport(text: string): void {
    collapseCard(card, text);
    desk.announce(text);
    desk.recount("reports");
  }

  const question = {
    title: `Close the report about “${title}”?`,
    label: "Resolution",
    hint: "Other moderators can read the resolution.",
    submit: "Close the report",
    draft: `report ${id}`,
  };
  const { assignee } = report;
  const isMine = assignee?.id === desk.me.id;
  card.append(
    heading("h2", link(`#/listings/${listing_id}`, title)),
    factList({
      Reporter: userLink(desk, report.reporter.id, report.reporter.username),
      Owner: userLink(desk, report.owner.id, report.owner.username),
      Reported: timeText(report.created_at),
      "Assigned to": assignee === null ? undefined : isMine ? "you" : assignee.username,
      Closed: report.closed_at === null ? undefined : timeText(report.closed_at),
    }),
    element("blockquote", {}, element("p", { class: "prose" }, report.details)),
    ...(report.resolution === null
      ? []
      : [element("p", { class: "prose" }, `Resolution: ${report.resolution}`)]),
    failures,
    ...(report.status === "open"
      ? [
          element(
            "div",
            { class: "actions" },
            actionButton("Close the report", () => askReason(question, closeWith), "main"),
            isMine ? undefined : actionButton("Assign to me", assignToMe),
          ),
        ]
      : []),
  );
  return card;
}

function closedByOtherText(title: string): string {
  return `Another moderator closed the report about “${title}”.`;
}

import { loginUser } from "@specwright/marketplace-api/client";
import type { Session } from "@specwright/marketplace-api/types";
import { callOrLost, failureText } from "../attempt.ts";
import type { Transport, View } from "../desk.ts";
import { element } from "../parts/element.ts";
import { failureBox } from "../parts/failure.ts";

/** Asks for a username and a password, and starts a session with them. */
export function signInView(
  transport: Transport,
  onSession: (session: Session) => void,
  note?: string,
): View {
  const user = element("input", {
    ...{ id: "user", autocomplete: "username", autocapitalize: "none" },
    ...{ required: "", maxlength: "254" },
  });
  const password = element("input", {
    ...{ id: "password", type: "password", autocomplete: "current-password", required: "" },
    ...{ maxlength: "128" },
  });
  const failures = element("div");
  const button = element("button", { class: "main" }, "Sign in");
  let isBusy = false;
  const form = element(
    "form",
    { class: "narrow" },
    element(
      "div",
      { class: "field" },
      element("label", { for: "user" }, "Username or email"),
      user,
    ),
    element("div", { class: "field" }, element("label", { for: "password" }, "Password"), password),
    failures,
    button,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    button.setAttribute("aria-disabled", "true");
    failures.replaceChildren();
    const body = { username_or_email: user.value, password: password.value };
    const answer = await callOrLost(loginUser(transport, { body }));
    isBusy = false;
    button.removeAttribute("aria-disabled");
    if (answer.status === 200) {
      onSession(answer.body.data);
      return;
    }
    const isWrong = answer.status === 400 || answer.status === 401;
    const isSuspended = answer.status === 401 && answer.body.code === "account_suspended";
    const wrong = isSuspended
      ? "This account is suspended."
      : "The username, address or password is wrong.";
    const text = isWrong ? wrong : failureText(answer);
    failures.replaceChildren(failureBox(text));
    if (isWrong) password.select();
  });
  const lead = note ?? "For moderators and administrators of the marketplace.";
  return { heading: "Sign in", content: [element("p", { class: "lead" }, lead), form] };
}

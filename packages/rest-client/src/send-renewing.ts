import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { applyCredentials } from "./apply-credentials.ts";
import type { BuiltRequest } from "./build-request.ts";
import type { SelectedCredentials } from "./select-credentials.ts";
import { type SendSettings, sendRequest } from "./send-request.ts";
import { untilAborted } from "./until-aborted.ts";

/** The settings with which a request is sent, with its credentials. */
export interface RenewingSettings extends SendSettings {
  readonly selected: SelectedCredentials;
}

/**
 * Sends a request with credentials. After a 401 it is sent again if there are others, and if its
 * body can be read once more.
 */
export async function sendRenewing(
  operation: OperationDescriptor,
  request: BuiltRequest,
  { selected, ...settings }: RenewingSettings,
): Promise<Response> {
  const send = (): Promise<Response> =>
    sendRequest(operation, applyCredentials(request, selected.parts()), settings);
  const response = await send();
  if (response.status !== 401 || request.body?.once === true) return response;
  if (!(await untilAborted(selected.renew(), settings.signal))) return response;
  await response.body?.cancel();
  return await send();
}

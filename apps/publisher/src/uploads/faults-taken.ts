/**
 * Returns how the faults of a document are handled. Repairable faults are repaired instead of
 * accepted.
 */
export function faultsTaken(
  lenient = false,
  acceptsFaults = false,
): { readonly isLenient: boolean; readonly acceptsFaults: boolean } {
  return { isLenient: lenient || acceptsFaults, acceptsFaults };
}

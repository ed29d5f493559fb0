/**
 * Returns how to handle the faults of a document. If the sender accepts faults, faults that can be
 * repaired are repaired.
 */
export function faultsTaken(
  lenient = false,
  acceptsFaults = false,
): { readonly isLenient: boolean; readonly acceptsFaults: boolean } {
  return { isLenient: lenient || acceptsFaults, acceptsFaults };
}

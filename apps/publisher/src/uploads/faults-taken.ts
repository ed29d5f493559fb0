/** Returns what is done about the faults of a document. Those that can be repaired are not accepted. */
export function faultsTaken(
  lenient = false,
  acceptsFaults = false,
): { readonly isLenient: boolean; readonly acceptsFaults: boolean } {
  return { isLenient: lenient || acceptsFaults, acceptsFaults };
}

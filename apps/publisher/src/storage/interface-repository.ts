import type { PrivateScope } from "./private-scope.ts";

/** The title, description and home page of an interface. */
export interface InterfaceDescription {
  readonly title: string;
  readonly description: string | null;
  readonly homePageUrl: string | null;
}

/** The visibility of an interface and its branches. */
export interface InterfaceAccess {
  /** Whether reading the interface requires a token. */
  readonly isPrivate: boolean;
  /** The branches that require a token: names, or prefixes followed by `*`. */
  readonly privateBranches: readonly string[];
}

/** A public interface without private branches; the default. */
export const openToAll: InterfaceAccess = { isPrivate: false, privateBranches: [] };

/** An interface whose versions are published. */
export interface PublishedInterface extends InterfaceDescription, InterfaceAccess {
  readonly name: string;
  /** Milliseconds since the epoch. All times in the storage have this unit. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /**
   * The time when the interface was withdrawn with all its versions. Null if the interface was not
   * withdrawn, or if it was later created again.
   */
  readonly withdrawnAt: number | null;
}

/** Reads interfaces. */
export interface InterfaceReader {
  byName(name: string): Promise<PublishedInterface | undefined>;
  /**
   * Returns interfaces that are not withdrawn, ordered by name, starting after the name `after`.
   */
  list(selection: {
    readonly limit: number;
    readonly after?: string;
    /** Which private interfaces to include. */
    readonly scope: PrivateScope;
  }): Promise<readonly PublishedInterface[]>;
  /** Returns a revision for each interface. Every change of the interface changes its revision. */
  revisions(): Promise<readonly { readonly name: string; readonly revision: string }[]>;
}

/** Stores interfaces. */
export interface InterfaceRepository extends InterfaceReader {
  /** Returns an interface and locks it until the transaction ends. */
  lock(name: string): Promise<PublishedInterface | undefined>;
  insert(added: PublishedInterface): Promise<void>;
  update(changed: PublishedInterface): Promise<void>;
  /** Returns the number for the next version of the interface, and counts it as used. */
  takeNumber(name: string): Promise<number>;
}

import type { PrivateScope } from "./private-scope.ts";

/** What people are told about an interface. */
export interface InterfaceDescription {
  readonly title: string;
  readonly description: string | null;
  readonly homePageUrl: string | null;
}

/** Who may read an interface. */
export interface InterfaceAccess {
  /** Whether only who has a token may read it. */
  readonly isPrivate: boolean;
  /** Branches that only who has a token may read: names, or beginnings of names before a `*`. */
  readonly privateBranches: readonly string[];
}

/** Everybody may read all of an interface, as of a new one. */
export const openToAll: InterfaceAccess = { isPrivate: false, privateBranches: [] };

/** An interface whose versions are published. */
export interface PublishedInterface extends InterfaceDescription, InterfaceAccess {
  readonly name: string;
  /** Milliseconds since 1970, as all times of the storage. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it was taken back with all its versions; null if it was not, or was created again. */
  readonly withdrawnAt: number | null;
}

/** Reads interfaces. */
export interface InterfaceReader {
  byName(name: string): Promise<PublishedInterface | undefined>;
  /** Returns interfaces that are not taken back in the order of their names, after `after`. */
  list(selection: {
    readonly limit: number;
    readonly after?: string;
    /** Which private ones are among them. */
    readonly scope: PrivateScope;
  }): Promise<readonly PublishedInterface[]>;
  /** Returns for each interface what changes whenever anything is published or described again. */
  revisions(): Promise<readonly { readonly name: string; readonly revision: string }[]>;
}

/** Stores interfaces. */
export interface InterfaceRepository extends InterfaceReader {
  /** Returns an interface and keeps others from changing it until the transaction ends. */
  lock(name: string): Promise<PublishedInterface | undefined>;
  insert(added: PublishedInterface): Promise<void>;
  update(changed: PublishedInterface): Promise<void>;
  /** Takes the number of the next version. */
  takeNumber(name: string): Promise<number>;
}

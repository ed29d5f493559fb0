/** What people are told about an interface. */
export interface InterfaceDescription {
  readonly title: string;
  readonly description: string | null;
  readonly homePageUrl: string | null;
}

/** An interface whose versions are published. */
export interface PublishedInterface extends InterfaceDescription {
  readonly name: string;
  /** Milliseconds since 1970, as all times of the storage. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Reads interfaces. */
export interface InterfaceReader {
  byName(name: string): Promise<PublishedInterface | undefined>;
  /** Returns interfaces in the order of their names, from the one after `after`. */
  list(selection: {
    readonly limit: number;
    readonly after?: string;
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

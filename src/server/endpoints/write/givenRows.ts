/** A row as it was sent: names and values, in their order. */
export interface GivenRow {
  readonly entries: readonly (readonly [name: string, value: unknown])[];
}

/** A row that was sent as an object of JSON; its entries are listed only where they are wanted. */
export class JsonRow implements GivenRow {
  constructor(readonly object: Readonly<Record<string, unknown>>) {}

  get entries(): [name: string, value: unknown][] {
    return Object.entries(this.object);
  }
}

/** What was sent. */
export interface GivenRows {
  readonly rows: readonly GivenRow[];
  /** Whether a list was sent, so that a list is answered. */
  readonly isList: boolean;
  /** Whether every value is a text, from a form or CSV. */
  readonly isText: boolean;
}

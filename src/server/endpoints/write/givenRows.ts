/** A row as it was sent: names and values, in their order. */
export interface GivenRow {
  readonly entries: readonly (readonly [name: string, value: unknown])[];
}

/** What was sent. */
export interface GivenRows {
  readonly rows: readonly GivenRow[];
  /** Whether a list was sent, so that a list is answered. */
  readonly isList: boolean;
  /** Whether every value is a text, from a form or CSV. */
  readonly isText: boolean;
}

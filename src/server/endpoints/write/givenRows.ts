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

/** A form or a CSV that was read. */
export class TextRows implements GivenRows {
  readonly isText = true;

  constructor(
    readonly rows: readonly GivenRow[],
    readonly isList: boolean,
  ) {}
}

type FormFields = readonly (readonly [name: string, value: string])[];

/** A form that was read: one row, in which each name stands once. */
export class FormRow extends TextRows {
  readonly #entries: FormFields;

  constructor(entries: FormFields) {
    super([{ entries }], false);
    this.#entries = entries;
  }

  /** What is filled in under a name; undefined where the form has no such field. */
  field(name: string): string | undefined {
    return this.#entries.find(([other]) => other === name)?.[1];
  }

  without(names: readonly string[]): FormRow {
    return new FormRow(this.#entries.filter(([name]) => !names.includes(name)));
  }
}

import { type FinalRow, finalRows, type LoggedChange } from './logEntries';

/** A row that is added. */
export type AddedRow = Extract<LoggedChange, { kind: 'append' }>;

/** Part of every text of a log in which rows are changed or removed; in few others. */
const CHANGES = ['"kind":"update"', '"kind":"remove"'] as const;

const writesIn = (text: string) => JSON.parse(text) as LoggedChange[][];

/** Rows that are changed or removed. */
function touchedIn(log: Iterable<string>): Set<number> {
  const touched = new Set<number>();
  for (const text of log) {
    if (!CHANGES.some((mark) => text.includes(mark))) continue;
    for (const change of writesIn(text).flat()) if (change.kind !== 'append') touched.add(change.row);
  }
  return touched;
}

/**
 * Takes a log apart, text by text: most of it are rows that are added one below the other and left alone, and of these nothing
 * need be held. What the rest comes to is known when all has been taken.
 */
export class LogParts {
  /** What the rows come to that were not only added, by their numbers. */
  readonly finals = new Map<number, FinalRow>();
  readonly #touched: ReadonlySet<number>;
  #last = 0;

  /** @param log all that is going to be taken */
  constructor(log: Iterable<string>) {
    this.#touched = touchedIn(log);
  }

  /** Takes the next text. @returns the rows that are only added, below all such before */
  take(text: string): AddedRow[] {
    const added: AddedRow[] = [];
    for (const write of writesIn(text)) {
      for (const change of write) {
        if (change.kind === 'append' && change.row > this.#last && !this.#touched.has(change.row)) {
          this.#last = change.row;
          added.push(change);
        } else finalRows([change], this.finals);
      }
    }
    return added;
  }
}

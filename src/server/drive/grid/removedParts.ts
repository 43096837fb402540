import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../refusal';

/** Bytes in memory for everything that can be brought back. */
const BUDGET = 64 * 1024 * 1024;

/** Rows or columns that were removed, as a packed raw tab of nothing else; or a whole tab. */
export interface RemovedPart {
  readonly kind: 'rows' | 'columns' | 'tab';
  readonly spreadsheetId: string;
  readonly packed: Buffer;
  /** Of a whole tab. */
  readonly tab?: {
    readonly sheetId: number;
    readonly title: string;
    readonly position: number;
    readonly hidden: number;
    /** Texts of its log, which are not folded into `packed`. */
    readonly log: readonly string[];
  };
}

const sizeOf = ({ packed, tab }: RemovedPart) =>
  packed.length + (tab?.log.reduce((sum, text) => sum + text.length, 0) ?? 0) + 500;

/** What was removed lately, so that undo can bring it back. It is in memory only, and the oldest parts are dropped first. */
export class RemovedParts {
  readonly #parts = new LRUCache<string, RemovedPart>({ maxSize: BUDGET, sizeCalculation: sizeOf });

  /** @returns the id that brings it back */
  keep(part: RemovedPart): string {
    const id = randomUUID();
    this.#parts.set(id, part);
    return id;
  }

  /** @throws Refusal `gone` when it was dropped, or is not of this kind and spreadsheet */
  take(id: string, kind: RemovedPart['kind'], spreadsheetId: string): RemovedPart {
    const part = this.#parts.get(id);
    if (part?.kind === kind && part.spreadsheetId === spreadsheetId) return part;
    throw new Refusal('gone', 'What was removed cannot be brought back any more.');
  }
}

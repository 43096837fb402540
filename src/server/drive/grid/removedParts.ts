import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DriveTabsTable } from '../../database/tables/drive';
import { Refusal } from '../../refusal';

/** Maximum bytes in memory for all removed parts. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Removed rows or columns, as a packed raw tab, or a removed tab. */
interface RemovedPart {
  readonly kind: 'rows' | 'columns' | 'tab';
  readonly spreadsheetId: string;
  /** Tab of removed rows or columns: others may read cells differently. Undefined for a removed tab. */
  readonly sheetId?: number;
  readonly packed: Buffer;
  /** Of a tab: its database row, and the texts of its log, which are not folded into `packed`. */
  readonly tab?: { readonly stored: DriveTabsTable; readonly log: readonly string[] };
}

const sizeOf = ({ packed, tab }: RemovedPart) =>
  packed.length + (tab?.log.reduce((sum, text) => sum + text.length, 0) ?? 0) + 500;

/** Cache of removed parts, so that undo can restore them. In memory only; the oldest parts are evicted first. */
export class RemovedParts {
  readonly #parts = new LRUCache<string, RemovedPart>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });

  /** Stores a part. @returns the id that restores it */
  store(part: RemovedPart): string {
    const id = randomUUID();
    this.#parts.set(id, part);
    return id;
  }

  /** @throws Refusal `gone` if it was evicted, or is of another kind, spreadsheet or tab */
  take(
    id: string,
    { kind, spreadsheetId, sheetId }: Pick<RemovedPart, 'kind' | 'spreadsheetId' | 'sheetId'>,
  ): RemovedPart {
    const part = this.#parts.get(id);
    if (part?.kind === kind && part.spreadsheetId === spreadsheetId && part.sheetId === sheetId) return part;
    throw new Refusal('gone', 'What was removed cannot be brought back any more.');
  }
}

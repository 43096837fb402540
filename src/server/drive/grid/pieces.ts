import { randomUUID } from 'node:crypto';
import { Lru } from '../../endpoints/engine/lru';
import { Refusal } from '../../refusal';

/** Bytes in memory for everything that can be brought back. */
const BUDGET = 64 * 1024 * 1024;

/** Rows or columns that were removed, as a packed raw tab of nothing else; or a whole tab. */
export interface Piece {
  readonly kind: 'rows' | 'columns' | 'tab';
  readonly spreadsheetId: string;
  readonly packed: Buffer;
  /** Of a whole tab. */
  readonly tab?: {
    readonly sheetId: number;
    readonly title: string;
    readonly position: number;
    readonly hidden: number;
    readonly fileNumber: number | null;
    /** What was written to it while `packed` was made: texts of its log, in order. */
    readonly log: readonly string[];
  };
}

/**
 * What was removed a short while ago, so that it can be brought back: by undo. It is in memory only; a restart, or much
 * that is removed after it, lets it go.
 */
export class Pieces {
  readonly #pieces = new Lru<Piece>(BUDGET);

  /** @returns the name that brings it back */
  keep(piece: Piece): string {
    const id = randomUUID();
    this.#pieces.set(id, piece, piece.packed.length + 500);
    return id;
  }

  /** @throws Refusal `gone` when it was let go, or is not of this kind and spreadsheet */
  take(id: string, kind: Piece['kind'], spreadsheetId: string): Piece {
    const piece = this.#pieces.get(id);
    if (piece?.kind === kind && piece.spreadsheetId === spreadsheetId) return piece;
    throw new Refusal('gone', 'What was removed cannot be brought back any more.');
  }
}

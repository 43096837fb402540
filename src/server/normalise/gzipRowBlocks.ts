import { GzipBlocks } from '../workbook/gzipBlocks';
import { joinBlocks, type PackedBlock } from './packedBlocks';
import { isFull, RowIndex } from './rowBlocks';

/** Blocks of rows while they are written: the JSON of each row with a comma behind it. */
export class GzipRowBlocks extends GzipBlocks {
  readonly #index = new RowIndex();
  readonly #parts: Omit<PackedBlock, 'packed'>[] = [];

  /** Says that a row has ended, with its comma. @param start where it began */
  rowEnded(start: number, rowNumber: number): void {
    this.#index.add(this.used - start, rowNumber);
    if (isFull(this.used)) this.end();
  }

  override end(): Buffer {
    const json = this.used;
    const { rows } = this.#index;
    const index = this.#index.take();
    this.room(index.length);
    this.copy(index, 0, index.length);
    this.#parts.push({ json, index: index.length, rows });
    return super.end();
  }

  /** Ends the last block. */
  async join(head: object): Promise<Buffer> {
    const packed = await this.packed();
    return joinBlocks(
      head,
      this.#parts.map((part, at) => ({ ...part, packed: packed[at]! })),
    );
  }
}

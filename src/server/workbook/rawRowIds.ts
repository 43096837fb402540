import { GzipBlocks } from './gzipBlocks';
import { headLine, readRawHead, readRawLines } from './packedRaw';
import { rowNumberAt, writeIdAt } from './rawLine';

const NEWLINE = 0x0a;

function writeIds(lines: Buffer, ids: ReadonlyMap<number, string>) {
  for (let at = 0; at < lines.length; at = lines.indexOf(NEWLINE, at) + 1) {
    const id = ids.get(rowNumberAt(lines, at));
    if (id !== undefined) writeIdAt(lines, at, id);
  }
}

/**
 * Gives rows of a raw tab other ids.
 *
 * @param packedRaw a packed raw tab (`packedRaw.ts`)
 * @param ids ids of ours, by the number of the row
 * @returns the packed raw tab with these ids
 */
export async function withRowIds(packedRaw: Buffer, ids: ReadonlyMap<number, string>): Promise<Buffer> {
  const blocks = new GzipBlocks();
  for await (const lines of readRawLines(packedRaw)) {
    writeIds(lines, ids);
    blocks.room(lines.length);
    blocks.copy(lines, 0, lines.length);
    blocks.lineEnded();
  }
  return blocks.finish(headLine(await readRawHead(packedRaw)));
}

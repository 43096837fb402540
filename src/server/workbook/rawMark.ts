import { createHash } from 'node:crypto';
import { readRawHead, readRawLines } from './packedRaw';
import { RawLine } from './rawLine';

/**
 * Tells raw tabs apart by what stands in them: their cells and where these are. Ids of rows, which are new each time a file is
 * read, the title and the place of the tab do not count.
 */
export async function rawMark(packed: Buffer): Promise<string> {
  const { merges, typed, warnings = [], formats } = await readRawHead(packed);
  const hash = createHash('sha256').update(JSON.stringify([merges, typed, warnings, ...(formats ? [formats] : [])]));
  const line = new RawLine();
  for await (const lines of readRawLines(packed)) {
    for (let start = 0; start < lines.length;) {
      const end = line.read(lines, start);
      hash.update(lines.subarray(line.idEnd, end));
      start = end;
    }
  }
  return hash.digest('base64url');
}

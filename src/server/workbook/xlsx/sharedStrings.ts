import { limits } from '../../../contract/limits';
import { readingLimits } from '../readingLimits';
import { tooLarge } from '../refusals';
import { localName, readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';
import { createRichText } from './richText';
import { StringArena } from './stringArena';

/** Reads the texts that cells refer to by number (ECMA-376 part 1, section 18.4). */
export async function readSharedStrings(zip: Zip, part: string): Promise<StringArena> {
  const arena = new StringArena();
  const rich = createRichText();
  await readXml(zip.read(part), part, {
    open(name) {
      const local = localName(name);
      if (local === 'si') rich.start();
      else rich.open(local);
    },
    text: (piece) => rich.text(piece),
    close(name) {
      const local = localName(name);
      rich.close(local);
      if (local !== 'si') return;
      // One character more than a cell may have: it is where the cell stands that the cut is warned of.
      arena.add(rich.value().slice(0, limits.charactersPerCell + 1));
      if (arena.bytes > readingLimits.sharedTextBytes || arena.count > readingLimits.sharedTexts) {
        throw tooLarge('The workbook holds more than 128 megabytes, or 8 million, of different texts.');
      }
    },
  });
  return arena;
}

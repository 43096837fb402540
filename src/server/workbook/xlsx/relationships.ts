import { posix } from 'node:path';
import { readingLimits } from '../readingLimits';
import { unsafe } from '../refusals';
import { localName, readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';

/** How one part of an Office package names another (ECMA-376 part 2, section 9.3). */
export interface Relationship {
  readonly id: string;
  /** Last word of its type, the same in both dialects of the format: `worksheet`, `sharedStrings`, … */
  readonly type: string;
  /** Name of the part, from the root of the package. */
  readonly target: string;
}

/** The relationships of a part; none when it has no list of them. `''` is the package itself. */
export async function relationshipsOf(zip: Zip, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part);
  const list = posix.join(dir, '_rels', `${base}.rels`);
  const found: Relationship[] = [];
  if (!zip.has(list)) return found;
  await readXml(zip.read(list), list, {
    open(name, { Id, Type, Target, TargetMode }) {
      if (localName(name) !== 'Relationship' || TargetMode === 'External') return;
      if (found.length === readingLimits.listed) throw unsafe(`its part ${list} does not end`);
      if (Id === undefined || Type === undefined || Target === undefined) return;
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      found.push({ id: Id, type, target: posix.resolve('/', dir, Target).slice(1) });
    },
  });
  return found;
}

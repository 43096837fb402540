import { anchoredDiff, type Gap } from './anchoredDiff';
import { type SharedColumn, textOf } from './cellsAcross';
import { type MarkedRows, markRows, rowsBelow } from './rowMarks';

/** A raw tab and where its header stands; 0 when it has none. */
export interface HeadedTab {
  readonly raw: Buffer;
  readonly headerRow: number;
}

/** Which rows are recognised. */
export interface Carried {
  /** By place of a fresh row: the id it has had. */
  readonly ids: ReadonlyMap<number, string>;
  /** Ids of rows that were added after their file was read and are in the fresh tab no more. */
  readonly missing: ReadonlySet<string>;
}

/** Pairs that are compared in a gap at most; in a longer one a row that was added here is no other one. */
const MOST_PAIRS = 1_000_000;

/** Part of its cells that an added row shares with the one it has become. */
const ALIKE = 1 / 2;

/** Texts of the rows at some places. */
async function textsOf({ raw, headerRow }: HeadedTab, columns: readonly number[], wanted: ReadonlySet<number>) {
  const texts = new Map<number, readonly string[]>();
  if (wanted.size === 0) return texts;
  for await (const [place, { cells }] of rowsBelow(raw, headerRow)) {
    if (wanted.has(place))
      texts.set(
        place,
        columns.map((column) => textOf(cells[column])),
      );
  }
  return texts;
}

/** Whether a row that was added here stands in the file with other cells, and not some other row in its place. */
function isAlike(one: readonly string[] = [], other: readonly string[] = []): boolean {
  const filled = one.filter((text) => text !== '').length;
  const same = one.filter((text, at) => text !== '' && text === other[at]).length;
  return same > 0 && same >= filled * ALIKE;
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Places in gaps that hold rows which were added here. */
function wantedPlaces(gaps: readonly Gap[], { added }: MarkedRows) {
  const [old, fresh] = [new Set<number>(), new Set<number>()];
  for (const { oldFrom, oldTo, freshFrom, freshTo } of gaps) {
    const own = range(oldFrom, oldTo).filter((place) => added.has(place));
    if (own.length === 0 || own.length * (freshTo - freshFrom) > MOST_PAIRS) continue;
    for (const place of own) old.add(place);
    for (const place of range(freshFrom, freshTo)) fresh.add(place);
  }
  return { old, fresh };
}

/**
 * Recognises the rows of a fresh tab as those it had: by their content first, then by their position between those. A row
 * that was added here is another one only when most of its cells are the same, so that it is not lost to whatever stands in
 * its place.
 */
export async function carriedIds(old: HeadedTab, fresh: HeadedTab, shared: readonly SharedColumn[]): Promise<Carried> {
  const [oldColumns, freshColumns] = [shared.map(([place]) => place), shared.map(([, place]) => place)];
  const before = await markRows(old.raw, old.headerRow, oldColumns);
  const after = await markRows(fresh.raw, fresh.headerRow, freshColumns);
  const { twins, gaps } = anchoredDiff(before.marks, after.marks);
  const wanted = wantedPlaces(gaps, before);
  const oldTexts = await textsOf(old, oldColumns, wanted.old);
  const freshTexts = await textsOf(fresh, freshColumns, wanted.fresh);
  for (const { oldFrom, oldTo, freshFrom, freshTo } of gaps) {
    const free = new Set(range(freshFrom, freshTo));
    const pair = (place: number, other: number | undefined) => {
      if (other === undefined) return;
      twins[other] = place;
      free.delete(other);
    };
    for (const place of range(oldFrom, oldTo).filter((one) => oldTexts.has(one))) {
      pair(
        place,
        [...free].find((other) => isAlike(oldTexts.get(place), freshTexts.get(other))),
      );
    }
    const left = [...free];
    for (const [at, place] of range(oldFrom, oldTo)
      .filter((one) => !before.added.has(one))
      .entries())
      pair(place, left[at]);
  }
  return outcomeOf(before, twins);
}

function outcomeOf({ ids: known, added }: MarkedRows, twins: Int32Array): Carried {
  const ids = new Map<number, string>();
  const missing = new Set([...added].map((place) => known[place] ?? ''));
  for (const [place, twin] of twins.entries()) {
    const id = known[twin];
    if (id === undefined) continue;
    ids.set(place, id);
    missing.delete(id);
  }
  return { ids, missing };
}

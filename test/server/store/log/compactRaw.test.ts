import fc from 'fast-check';
import { compactRaw, packLog, textsOf } from '../../../../src/server/store/log/compactRaw';
import type { LoggedChange } from '../../../../src/server/store/log/logEntries';
import { createPackedRaw, readRawRows } from '../../../../src/server/rawTab/packedRaw';
import type { RawCell, RawRow } from '../../../../src/server/rawTab/rawCells';
import { checkProperty } from '../../endpoints/generated/holds';

const head = { sheetId: 0, title: 'T', hidden: false, merges: [], typed: true };

/** Applies a log row by row: the reference for folding. */
class Model {
  readonly rows = new Map<number, { id: string; cells: RawCell[]; added?: true }>();

  apply(change: LoggedChange) {
    if (change.kind === 'remove') return void this.rows.delete(change.row);
    const before =
      change.kind === 'append' ? { id: change.id, cells: [], added: true as const } : this.rows.get(change.row);
    if (before === undefined) return;
    const cells = [...before.cells];
    for (const [column, cell] of change.cells) {
      while (cells.length < column) cells.push(null);
      cells[column] = cell;
    }
    while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
    this.rows.set(change.row, { ...before, cells });
  }

  sorted(): RawRow[] {
    return [...this.rows]
      .filter(([, { cells }]) => cells.length > 0)
      .toSorted(([one], [other]) => one - other)
      .map(([row, { id, cells, added }]) => ({ id, row, cells, ...(added && { added }) }));
  }
}

const LONG = 'ä"\n'.repeat(2_000);
const cell: fc.Arbitrary<RawCell> = fc.constantFrom<RawCell>('x', 7, null, true, LONG, {
  kind: 'date',
  value: '2020-02-03',
});

/** A change of an existing row or a new one, which is chosen by a number. */
const step = fc.record({
  kind: fc.constantFrom('append' as const, 'append' as const, 'update' as const, 'remove' as const),
  which: fc.nat(),
  isBelow: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  cells: fc.uniqueArray(fc.tuple(fc.nat(3), cell), { selector: ([column]) => column, minLength: 1 }),
});
const texts = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });

test('a log is folded into a sheet, wherever its rows are', async () => {
  const property = fc.asyncProperty(fc.nat(300), texts, async (count, log) => {
    const model = new Model();
    const packed = createPackedRaw();
    for (let n = 1; n <= count; n += 1) {
      const row: RawRow = { id: `r_${n}`, row: n * 2, cells: [n % 50 === 0 ? LONG : 'before', n] };
      packed.add(row);
      model.rows.set(row.row, { id: row.id, cells: [...row.cells] });
    }
    let last = count * 2;
    const written = log.map((steps) => {
      const changes = steps.map(({ kind, which, isBelow, cells }, at): LoggedChange => {
        const numbers = [...model.rows.keys()];
        const row = numbers[which % Math.max(1, numbers.length)];
        const isNew = kind === 'append' || row === undefined;
        // A person can write into a row that was blank.
        const blank = (which % Math.max(1, last)) | 1;
        const number = isBelow || model.rows.has(blank) ? (last += 1) : blank;
        const change: LoggedChange = isNew
          ? { kind: 'append', row: number, id: `new_${number}_${at}`, cells }
          : kind === 'remove'
            ? { kind, row }
            : { kind, row, cells };
        model.apply(change);
        return change;
      });
      return JSON.stringify([changes]);
    });
    const rows: RawRow[] = [];
    for await (const row of readRawRows(await compactRaw(await packed.finish(head), textsOf(packLog(written)))))
      rows.push(row);
    expect(rows).toEqual(model.sorted());
  });
  await checkProperty(property, 12);
});

test('a log that is too long to be folded at once is folded part by part', async () => {
  const model = new Model();
  const packed = createPackedRaw();
  for (let row = 1; row <= 100; row += 1) {
    packed.add({ id: `r_${row}`, row, cells: ['before', row] });
    model.rows.set(row, { id: `r_${row}`, cells: ['before', row] });
  }
  const log = Array.from({ length: 12 }, (_, n) => {
    const long = `${n}`.repeat(40_000);
    const updates = Array.from({ length: 50 }, (_, at): LoggedChange => {
      return { kind: 'update', row: 1 + ((at * 7 + n * 13) % 100), cells: [[at % 3, long]] };
    });
    const added: LoggedChange = { kind: 'append', row: 101 + n, id: `new_${n}`, cells: [[0, n]] };
    const changed: LoggedChange = { kind: 'update', row: 101, cells: [[1, `after ${n}`]] };
    const removed: LoggedChange = { kind: 'remove', row: 101 + n - 1 };
    const changes = [...updates, added, ...(n === 1 ? [] : [changed]), ...(n > 2 ? [removed] : [])];
    for (const change of changes) model.apply(change);
    return JSON.stringify([changes]);
  });
  expect(log.join('').length).toBeGreaterThan(1 << 24);
  const rows: RawRow[] = [];
  for await (const row of readRawRows(await compactRaw(await packed.finish(head), log))) rows.push(row);
  expect(rows).toEqual(model.sorted());
});

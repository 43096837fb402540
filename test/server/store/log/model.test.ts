import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook, type SentFile } from '../../../fixtures/driveFiles';
import { runs } from '../../../fixtures/runs';
import { writable, type Writable } from '../../endpoints/write/writing';
import { createRandom, pick, type Random } from '../memory/generated/random';

const test = beforeTests(() => buildTestApp());

type Value = string | number | boolean | null;
interface ModelRow {
  readonly _id: string;
  Name: Value;
  City: Value;
  Founded: Value;
  Since: Value;
}
type Cells = Partial<Omit<ModelRow, '_id'>>;

const TEXTS = ['Kaffa', 'Bønne', '=1+1', '00501', '2020-01-01', 'TRUE', '12', 'a, "b"', 'é\n😀', '+47', '-', ' x '];
const CITIES = ['Oslo', 'Bergen', 'London', null];
const DATES = ['2009-04-01', '2024-02-29', null];

/** A plain list of rows, as the reference for writes. */
class Model {
  rows: ModelRow[] = [];
  names = 0;

  constructor(private readonly random: Random) {}

  pick<T>(list: readonly T[]): T {
    return pick(this.random, list);
  }

  /** Returns cells for some columns of a row; the name is always unique. */
  cells(): Cells {
    const cells: Cells = { Name: `${this.pick(TEXTS)} ${(this.names += 1)}` };
    if (this.random(2) === 0) cells.City = this.pick(CITIES);
    if (this.random(2) === 0) cells.Founded = this.pick([1999, 2009, -3, 0, null]);
    if (this.random(2) === 0) cells.Since = this.pick(DATES);
    return cells;
  }

  add(data: readonly { readonly _id: string }[], cells: readonly Cells[]) {
    const blank = { Name: null, City: null, Founded: null, Since: null };
    cells.forEach((one, at) => this.rows.push({ ...blank, ...one, _id: data[at]?._id ?? '' }));
  }

  change(which: (row: ModelRow) => boolean, cells: Cells) {
    this.rows = this.rows.map((row) => (which(row) ? { ...row, ...cells } : row));
  }

  remove(which: (row: ModelRow) => boolean) {
    this.rows = this.rows.filter((row) => !which(row));
  }
}

type Step = (cafes: Writable, model: Model) => Promise<void>;

const expectStatus = async (answer: ReturnType<Writable['call']>, status: number) => {
  const { status: got, body } = await answer;
  if (got !== status) throw new Error(`${got} ${JSON.stringify(body)}`);
  return body;
};

const csvCell = (value: Value | undefined) => `"${String(value ?? '').replaceAll('"', '""')}"`;

const steps: readonly Step[] = [
  async (cafes, model) => {
    const cells = Array.from({ length: 1 + (model.names % 4) }, () => model.cells());
    model.add((await expectStatus(cafes.call('POST', '', { body: cells }), 201)).data, cells);
  },
  async (cafes, model) => {
    const cells = model.cells();
    model.add([(await expectStatus(cafes.call('POST', '', { body: cells }), 201)).data], [cells]);
  },
  async (cafes, model) => {
    const cells = [model.cells(), model.cells()];
    const lines = cells.map(({ Name, City, Founded, Since }) => [Name, City, Founded, Since].map(csvCell).join(','));
    const body = ['Name,City,Founded,Since', ...lines].join('\n');
    model.add((await expectStatus(cafes.call('POST', '', { body, type: 'text/csv' }), 201)).data, cells);
  },
  async (cafes, model) => {
    if (model.rows.length === 0) return;
    const { _id } = model.pick(model.rows);
    const cells = model.cells();
    await expectStatus(cafes.call('PATCH', `/${_id}`, { body: cells }), 200);
    model.change((row) => row._id === _id, cells);
  },
  async (cafes, model) => {
    if (model.rows.length === 0) return;
    const { _id } = model.pick(model.rows);
    const cells = model.cells();
    await expectStatus(cafes.call('PUT', `/${_id}`, { body: cells }), 200);
    model.change((row) => row._id === _id, { City: null, Founded: null, Since: null, ...cells });
  },
  async (cafes, model) => {
    if (model.rows.length === 0) return;
    const { _id } = model.pick(model.rows);
    await expectStatus(cafes.call('DELETE', `/${_id}`), 204);
    model.remove((row) => row._id === _id);
  },
  async (cafes, model) => {
    const City = model.pick(['Oslo', 'Bergen']);
    const Since = model.pick(DATES);
    const meta = (await expectStatus(cafes.call('PATCH', `?City=${City}`, { body: { Since } }), 200)).meta;
    expect(meta.count).toBe(model.rows.filter((row) => row.City === City).length);
    model.change((row) => row.City === City, { Since });
  },
  async (cafes, model) => {
    await expectStatus(cafes.call('DELETE', '?City=London&Founded__gt=2000'), 200);
    model.remove(({ City, Founded }) => City === 'London' && typeof Founded === 'number' && Founded > 2000);
  },
  async (cafes, model) => {
    if (model.rows.length === 0) return;
    const { Name, _id } = model.pick(model.rows);
    const fresh = model.cells();
    const body = [{ Name, City: 'Rome' }, fresh];
    const { data } = await expectStatus(cafes.call('POST', '?_upsert=Name', { body }), 201);
    model.change((row) => row._id === _id, { City: 'Rome' });
    model.add(
      data.filter((row: ModelRow) => row._id !== _id),
      [fresh],
    );
  },
  async (cafes) => void (await cafes.sync()),
  async (cafes) => cafes.fold(),
  async (cafes) => cafes.reload(),
];

const csv: SentFile = {
  name: 'cafes.csv',
  bytes: 'Name,City,Founded,Since\nKaffa,Oslo,2009,2009-04-01\nTim,,2012,\n',
};
const workbook = madeWorkbook([
  {
    title: 'Places',
    cells: [['Places to go'], [], ['Name', 'City', 'Founded', 'Since'], ['Kaffa', 'Oslo', 2009], ['Tim', '', 2012]],
  },
]);

describe.each([
  ['CSV', csv],
  ['a workbook', workbook],
])('writes, syncs, folds and reloads of %s in any order', (kind, file) => {
  it.each(Array.from({ length: runs(2) }, (_, at) => at + 1))(
    'give the same rows as a plain list (seed %i)',
    async (seed) => {
      const cafes = await writable(test, file);
      if (kind !== 'CSV') await cafes.update({ tabs: [{ sheetId: cafes.sheetId, columnTypes: { Since: 'date' } }] });
      const random = createRandom(seed);
      const model = new Model(random);
      model.rows = (await cafes.rows()) as unknown as ModelRow[];
      const done: number[] = [];
      for (let n = 0; n < 60; n += 1) {
        const at = random(steps.length);
        done.push(at);
        await steps[at]?.(cafes, model);
        const rows = await cafes.rows();
        expect({ done, rows }).toEqual({ done, rows: model.rows });
      }
      cafes.reload();
      expect(await cafes.rows()).toEqual(model.rows);
    },
  );
});

import { parse } from 'csv-parse/sync';
import { apiPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import type { RowsAnswer } from '../../../src/contract/rows';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, workbookFile } from '../../fixtures/driveFiles';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

/** Uploads a workbook, creates a public project of it and returns the project. */
async function publish(file: string): Promise<Project> {
  const project = await createdProject(server, owner, workbookFile(file));
  const update = { method: 'PUT', url: apiPaths.projectUpdate(project.id), headers: owner.headers } as const;
  await server.app.inject({ ...update, payload: { access: 'public' } });
  return project;
}

async function read(url: string) {
  const { pathname, search } = new URL(url);
  const answer = await server.app.inject({ url: pathname + search });
  expect(answer.statusCode).toBe(200);
  return answer.json<RowsAnswer>();
}

/** Reads rows as the file has them: blank is null, everything else text. */
function rowsOf(file: string): Record<string, string | null>[] {
  const rows: Record<string, string>[] = parse(workbookFile(file).bytes, { columns: true, bom: true });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value.trim() === '' ? null : value])),
  );
}

/** Returns a row without its id, every value as text. */
const asText = (row: RowsAnswer['data'][number]) =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => key !== '_id')
      .map(([key, value]) => [key, value === null ? null : String(value)]),
  );

test('every cell of country-codes.csv is served', async () => {
  const project = await publish('country-codes.csv');
  const { data, meta } = await read(`${project.tabs[0]?.url}?_limit=1000`);
  expect(meta).toMatchObject({ total: 249, count: 249 });
  expect(data.map(asText)).toEqual(rowsOf('country-codes.csv'));
  expect(project.tabs[0]).toMatchObject({ title: 'country-codes', rows: 249, columns: 56 });
});

describe('world-reference.xlsx', () => {
  let project: Project;
  const url = (title: string) => project.tabs.find((tab) => tab.title === title)?.url ?? '';

  beforeAll(async () => {
    project = await publish('world-reference.xlsx');
  });

  test('has three endpoints', () => {
    expect(project.tabs.map(({ title, rows, columns }) => [title, rows, columns])).toEqual([
      ['Countries', 249, 56],
      ['S&P 500', 503, 8],
      ['Notes', 2, 3],
    ]);
  });

  test('keeps scripts and leading zeros', async () => {
    const { data } = await read(`${url('Countries')}?ISO3166-1-Alpha-2=AF`);
    expect(data).toMatchObject([
      { official_name_ar: 'أفغانستان', official_name_cn: '阿富汗', official_name_ru: 'Афганистан' },
    ]);
    const codes = (await read(`${url('Countries')}?_limit=10000`)).data.map(
      (row) => row['ISO4217-currency_numeric_code'],
    );
    expect(codes).toContain('008');
  });

  test('has the header of Notes in row 3', async () => {
    const { data } = await read(url('Notes'));
    expect(data).toMatchObject([
      { key: 'source', value: 'public domain tables', since: '2025-01-15' },
      { key: 'zip example', value: '00501', since: null },
    ]);
    expect(project.tabs[2]?.warnings).toMatchObject([{ code: 'skipped_rows', cell: 'A1' }]);
  });
});

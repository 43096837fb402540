import type { GridChangeAnswer, GridEdit, GridOperation, GridRowsAnswer } from '../../../../src/contract/driveGrid';
import { shownText } from '../../../../src/contract/gridCells';
import { apiPaths } from '../../../../src/contract/paths';
import type { TestApp } from '../../../fixtures/apps';
import { type SentFile, uploaded } from '../../../fixtures/driveFiles';
import type { SignedIn } from '../../../fixtures/people';

export const BEANS: SentFile = {
  name: 'beans.csv',
  bytes: ['name,price,code,open', 'Kaffa,12.50,007,TRUE', 'Yirga,14,008,FALSE', 'Huila,15,009,TRUE', ''].join('\n'),
};

/** A spreadsheet of the drive, and the calls about its grid. */
export async function sheetOf(test: TestApp, who: SignedIn, file: SentFile = BEANS) {
  const spreadsheet = await uploaded(test, who, file);
  const { id } = spreadsheet;
  const sheetId = spreadsheet.tabs[0]?.sheetId ?? 0;
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const response = await test.app.inject({ method, url, headers: who.headers, payload });
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
  };
  const rows = async (tab = sheetId, query = ''): Promise<GridRowsAnswer> =>
    (await call('GET', apiPaths.driveTabRows(id, tab) + query)).body;
  const patch = (body: object, tab = sheetId) => call('PATCH', apiPaths.driveTab(id, tab), body);

  /** Displayed cells of every row, by row number. */
  const shown = async (tab = sheetId): Promise<Record<number, string[]>> =>
    Object.fromEntries((await rows(tab)).rows.map(({ row, cells }) => [row, cells.map(shownText)]));
  /** Edits the sheet at its current revision. */
  const edit = async (...edits: GridEdit[]) => {
    const { tab } = await rows();
    return patch({ revision: tab.revision, edits });
  };
  const operate = async (operation: GridOperation) => {
    const { tab } = await rows();
    const { status, body } = await patch({ revision: tab.revision, operation });
    return { status, body: body as GridChangeAnswer };
  };
  const project = async () => {
    const response = await call('POST', apiPaths.projectsSync, { sheetId: id });
    return response.body.project as { id: string; tabs: { slug: string; sheetId: number; title: string }[] };
  };
  /** Rows that the project’s endpoint returns to its owner. */
  const endpoint = async (projectId: string, tab = sheetId) =>
    (await call('GET', apiPaths.projectTabRows(projectId, tab))).body;
  return { ...{ id, sheetId, spreadsheet, call, rows, patch, shown, edit, operate, project, endpoint } };
}

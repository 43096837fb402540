import type { DriveChange, DrivePreview, DriveSpreadsheet } from '../../../../src/contract/drive';
import { apiPaths } from '../../../../src/contract/paths';
import type { TestApp } from '../../../fixtures/apps';
import { afterSync, type SentFile, uploaded } from '../../../fixtures/driveFiles';
import type { SignedIn } from '../../../fixtures/people';
import type { Project } from '../../../../src/contract/projects';

/** An uploaded file, with the calls that choose how it is read. */
export async function chosen(test: TestApp, who: SignedIn, file: SentFile) {
  const { id } = await uploaded(test, who, file);
  const call = async (method: 'GET' | 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const response = await test.app.inject({ method, url, headers: who.headers, payload });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  };
  const choose = (change: DriveChange, query = '') => call('PATCH', `${apiPaths.driveSpreadsheet(id)}${query}`, change);
  return {
    id,
    call,
    choose,
    /** Sends choices that are accepted, and returns the response body. */
    async chose(change: DriveChange, query = '') {
      const { status, body } = await choose(change, query);
      if (status !== 200) throw new Error(`Choosing: ${status} ${JSON.stringify(body)}`);
      return body as unknown as { readonly spreadsheet: DriveSpreadsheet; readonly preview: DrivePreview };
    },
    async preview(query = '') {
      const { body } = await call('GET', `${apiPaths.drivePreview(id)}${query}`);
      return body.preview as DrivePreview;
    },
    async makeProject() {
      const { body } = await call('POST', apiPaths.projectsSync, { sheetId: id });
      return afterSync(test, who, body.project as Project);
    },
    /** Edits a cell in the editor. */
    edit: (row: number, column: number, before: string, after: string) =>
      call('PATCH', apiPaths.driveTab(id, 0), { revision: 0, edits: [{ row, column, before, value: after }] }),
  };
}

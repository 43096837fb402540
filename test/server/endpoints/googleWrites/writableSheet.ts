import { connectGoogle, MARA } from '../../../fixtures/google/consenting';
import type { GoogleServer } from '../../../fixtures/google/googleServer';
import type { GoogleCell, GoogleTab } from '../../../fixtures/google/googleWorld';
import { writableProject } from '../write/writing';

export type Row = Readonly<Record<string, unknown>> & { readonly _id: string };

/** Creates a spreadsheet whose owner has enabled writing, and its project, with a key that can do everything. */
export async function writableSheet(server: GoogleServer, tabs: readonly GoogleTab[], writing = true) {
  const who = await server.test.signUp();
  await connectGoogle(server, who, '/account', writing);
  const { id: sheetId } = server.google.world.add('Tea house', tabs, { sharing: 'private', editors: [MARA] });
  const { project } = (await server.sync(who, sheetId)).body;
  const made = await writableProject(server.test, who, project);

  /** Returns the current cells of the first tab at Google, without trailing blanks. */
  const cells = (): GoogleCell[][] =>
    (server.google.world.find(sheetId)?.tabs[0]?.cells ?? []).map((row) => {
      const ended = [...row];
      while (ended.length > 0 && (ended.at(-1) ?? null) === null) ended.pop();
      return ended;
    });
  const rows = async () => (await made.rows()) as Row[];
  return { ...made, sheetId, cells, rows };
}

export type WritableSheet = Awaited<ReturnType<typeof writableSheet>>;

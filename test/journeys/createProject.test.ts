import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPageLeft, createRequested, draftAccepted } from '../../src/app/createFlow/createFlowSlice';
import { draftEventFor } from '../../src/app/createFlow/draft';
import { uploadStarted } from '../../src/app/drive/driveSlice';
import { rowsSeen, tabOpened } from '../../src/app/project/rows/endpointSlice';
import { selectProject } from '../../src/app/projects/projectsSelectors';
import { accessChosen, deleteRequested, projectListOpened, projectOpened } from '../../src/app/projects/projectsSlice';
import { signUpSubmitted } from '../../src/app/session/authFormSlice';
import { signOutRequested } from '../../src/app/session/sessionSlice';
import { endpointPath } from '../../src/contract/paths';
import { buildTestApp } from '../fixtures/apps';
import { beforeTests } from '../fixtures/beforeTests';
import { PASSWORD } from '../fixtures/people';
import { visit, type Visitor } from '../fixtures/visitors';

const workbook = join(__dirname, '../fixtures/workbooks/world-reference.xlsx');
const worldReference = () => new File([new Uint8Array(readFileSync(workbook))], 'world-reference.xlsx');

let people = 0;
const open: Visitor[] = [];

const server = beforeTests(() => buildTestApp());
afterEach(() => {
  for (const visitor of open.splice(0)) visitor.leave();
});

async function signedUp(): Promise<Visitor> {
  const visitor = visit(server.app);
  open.push(visitor);
  await visitor.until(({ session }) => session.phase === 'signedOut');
  people += 1;
  visitor.store.dispatch(
    signUpSubmitted({ name: 'Mara', email: `mara.${people}@journeys.example`, password: PASSWORD }),
  );
  await visitor.until(({ session }) => session.phase === 'signedIn');
  return visitor;
}

async function withProject() {
  const visitor = await signedUp();
  visitor.store.dispatch(uploadStarted(worldReference()));
  await visitor.until(({ createFlow }) => createFlow?.phase === 'previewReady');
  visitor.store.dispatch(createRequested());
  const id = await visitor.until(({ projects }) => projects.newId);
  return { visitor, id };
}

const statusOf = async (path: string) => (await server.app.inject(path)).statusCode;

test('from signing up to rows that anyone can read', async () => {
  const visitor = await signedUp();
  const { store, until, places } = visitor;

  store.dispatch(uploadStarted(worldReference()));
  const ready = await until(({ createFlow }) => createFlow?.phase === 'previewReady' && createFlow);
  expect(ready.text).toMatch(/\/spreadsheets\/d\/tpd_[\w-]{24}$/);
  expect(ready.preview).toMatchObject({
    title: 'world-reference',
    tabs: [{ title: 'Countries' }, { title: 'S&P 500' }, { title: 'Notes' }],
  });

  store.dispatch(createRequested());
  const id = await until(({ projects }) => projects.newId);
  await until(({ createFlow }) => createFlow?.phase === 'idle');
  expect(places.at(-1)).toBe('/');

  store.dispatch(projectListOpened());
  await until(({ projects }) => projects.list.phase === 'ready' && projects.list.ids.includes(id));
  store.dispatch(projectOpened({ projectId: id }));
  const { tabs } = await until((state) => selectProject(state, id));
  const [countries] = tabs;
  const tab = { projectId: id, sheetId: countries?.sheetId ?? -1 };
  store.dispatch(tabOpened(tab));
  store.dispatch(rowsSeen({ ...tab, first: 0, last: 20 }));
  const shown = await until(({ endpoint }) => {
    const page = endpoint?.tabs[`${id}/${tab.sheetId}`]?.pages[0];
    return page?.phase === 'ready' && page.rows.map((row) => ({ ...row, _row: undefined }));
  });

  expect(await statusOf(endpointPath(id, 'Countries'))).toBe(401);
  store.dispatch(accessChosen({ projectId: id, access: 'public' }));
  await until(({ projects }) => projects.byId[id]?.phase === 'known');
  const answer = await server.app.inject(endpointPath(id, 'Countries'));
  expect(answer.statusCode).toBe(200);
  expect(answer.json<{ data: unknown[] }>().data).toEqual(shown);
  expect(visitor.reports).toEqual([]);
});

test("the server's message about a Google sheet reaches the person, and the text stays", async () => {
  const { store, until } = await signedUp();
  const text = 'https://docs.google.com/spreadsheets/d/1mXv8qKc4TzR2eWj7uYb0LsHn5pGdA/edit#gid=0';
  store.dispatch(draftEventFor(text, ['https://docs.google.com']));
  const failed = await until(({ createFlow }) => createFlow?.phase === 'failed' && createFlow);
  expect(failed).toMatchObject({ text, failure: { code: 'source_unavailable' } });
  expect(failed.failure.message).toBe('Google cannot be reached from this server. Try again in a moment.');
});

test('another person’s spreadsheet does not exist', async () => {
  const owner = await signedUp();
  owner.store.dispatch(uploadStarted(worldReference()));
  const { sheetId, text } = await owner.until(({ createFlow }) => createFlow?.phase === 'previewReady' && createFlow);
  const other = await signedUp();
  other.store.dispatch(draftAccepted({ text, sheetId }));
  const failed = await other.until(({ createFlow }) => createFlow?.phase === 'failed' && createFlow);
  expect(failed.failure.message).toBe('There is no spreadsheet at this URL.');
});

test('leaving the page during a create keeps the project and does not navigate', async () => {
  const { store, until, places } = await signedUp();
  store.dispatch(uploadStarted(worldReference()));
  await until(({ createFlow }) => createFlow?.phase === 'previewReady');
  store.dispatch(createRequested());
  places.push('/learn');
  store.dispatch(createPageLeft());
  await until(({ projects }) => Object.keys(projects.byId).length === 1);
  expect(places.at(-1)).toBe('/learn');
});

test('a lost session aborts requests, clears the person’s state, and leads to /login once', async () => {
  const { visitor, id } = await withProject();
  const before = visitor.places.length;
  visitor.loseCookies();
  visitor.store.dispatch(projectListOpened());
  visitor.store.dispatch(projectOpened({ projectId: id }));
  await visitor.until(({ session }) => session.phase === 'signedOut');
  await visitor.arrives(before + 1);
  expect(visitor.places.slice(before).filter((place) => place.startsWith('/login'))).toHaveLength(1);
  expect(visitor.store.getState().projects.byId).toEqual({});
});

test('a deleted project responds with 404, and logging out ends the session on the server', async () => {
  const { visitor, id } = await withProject();
  visitor.store.dispatch(accessChosen({ projectId: id, access: 'public' }));
  await visitor.until(({ projects }) => projects.byId[id]?.phase === 'known');
  expect(await statusOf(endpointPath(id))).toBe(200);
  visitor.store.dispatch(deleteRequested({ projectId: id }));
  await visitor.until(({ projects }) => projects.byId[id]?.phase === 'deleted');
  expect(await statusOf(endpointPath(id))).toBe(404);

  visitor.store.dispatch(signOutRequested());
  await visitor.until(({ session }) => session.phase === 'signedOut');
  expect(visitor.places.at(-1)).toMatch(/^\/login/);
});

import type { Project } from '../../../src/contract/projects';
import { apiPaths, authPaths } from '../../../src/contract/paths';

/** A person with projects whose Google account is connected. */
export interface Reader {
  readonly cookie: string;
  readonly projects: readonly Project[];
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');

async function call<T>(url: string, path: string, cookie: string, method: string, payload: object): Promise<T> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(payload) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function signUp(url: string, email: string): Promise<string> {
  const headers = { origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Reader', email, password: 'correct horse battery' });
  return cookiesOf(await fetch(url + authPaths.signUpEmail, { method: 'POST', headers, body }));
}

/** Connects an account: opens Google's page, presses Continue and comes back. */
async function connect(url: string, cookie: string): Promise<void> {
  const sent = await fetch(url + apiPaths.googleConnect('/account'), { headers: { cookie }, redirect: 'manual' });
  const page = new URL(sent.headers.get('location') ?? '');
  page.pathname += '/consent';
  page.searchParams.set('answer', 'allow');
  const back = (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '';
  const cookies = `${cookie}; ${cookiesOf(sent)}`;
  const ended = await fetch(back, { headers: { cookie: cookies }, redirect: 'manual' });
  if (!/google=connected/.test(ended.headers.get('location') ?? '')) throw new Error('Google was not connected.');
}

/** Signs up, connects the double's current account, and creates public projects of its sheets. */
export async function startReader(url: string, email: string, ids: readonly string[]): Promise<Reader> {
  const cookie = await signUp(url, email);
  await connect(url, cookie);
  const projects: Project[] = [];
  for (const sheetId of ids) {
    const { project } = await call<{ project: Project }>(url, apiPaths.projectsSync, cookie, 'POST', { sheetId });
    await call(url, apiPaths.projectUpdate(project.id), cookie, 'PUT', { access: 'public' });
    projects.push(project);
  }
  return { cookie, projects };
}

/** Sets the refresh interval of projects. */
export async function refreshEvery(url: string, readers: readonly Reader[], refreshSeconds: number): Promise<void> {
  for (const { cookie, projects } of readers) {
    for (const { id } of projects) await call(url, apiPaths.projectUpdate(id), cookie, 'PUT', { refreshSeconds });
  }
}

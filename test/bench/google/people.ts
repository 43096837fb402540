import type { Project } from '../../../src/contract/projects';
import { apiPaths } from '../../../src/contract/paths';
import { type Caller, callerOf } from '../../fixtures/caller';
import { cookiesIn } from '../../fixtures/people';

/** A person with projects whose Google account is connected. */
export interface Reader extends Caller {
  readonly own: readonly Project[];
}

/** Connects an account: opens Google's page, presses Continue and comes back. */
async function connect(url: string, cookie: string): Promise<void> {
  const sent = await fetch(url + apiPaths.googleConnect('/account'), { headers: { cookie }, redirect: 'manual' });
  const page = new URL(sent.headers.get('location') ?? '');
  page.pathname += '/consent';
  page.searchParams.set('answer', 'allow');
  const back = (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '';
  const cookies = `${cookie}; ${cookiesIn(sent.headers)}`;
  const ended = await fetch(back, { headers: { cookie: cookies }, redirect: 'manual' });
  if (!/google=connected/.test(ended.headers.get('location') ?? '')) throw new Error('Google was not connected.');
}

/** Signs up, connects the double's current account, and creates public projects of its sheets. */
export async function startReader(url: string, ids: readonly string[]): Promise<Reader> {
  const caller = await callerOf(url);
  await connect(url, caller.cookie);
  const own: Project[] = [];
  for (const sheetId of ids) {
    const { id } = await caller.createProject(sheetId);
    own.push(await caller.updateProject(id, { access: 'public' }));
  }
  return { ...caller, own };
}

/** Sets the refresh interval of projects. */
export async function refreshEvery(readers: readonly Reader[], refreshSeconds: number): Promise<void> {
  for (const { own, updateProject } of readers) {
    for (const { id } of own) await updateProject(id, { refreshSeconds });
  }
}

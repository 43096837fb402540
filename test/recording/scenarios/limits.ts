import { jsonOf } from '../client';
import { PLACES } from '../places';
import { METRICS_TOKEN } from '../product';
import type { Scenario, Stage } from '../stage';
import { done, keyOf, projectOf, publicProject, signedUp, until, uploaded, type Visitor } from '../visitor';

interface Usage {
  readonly series: Readonly<Record<string, readonly number[]>>;
  readonly now: { readonly requests: number; readonly succeeded: number; readonly notModified: number };
  readonly methods: unknown;
  readonly endpoints: readonly { readonly title: string; readonly requests: number }[];
}

const counted = (stage: Stage, as: Visitor, requests: number) =>
  until(
    () => done<Usage>(stage, { path: '/api/usage', as }),
    ({ now }) => now.requests >= requests,
  );

/** Rate limits, and plans. */
export const limits: Scenario = {
  name: 'limits',
  about: 'Limits of calls, what is counted of them, plans, and spreadsheets to start from.',
  async play(stage) {
    await stage.start({ PLANS: 'tiered' });
    const ada = await signedUp(stage);
    const eve = await signedUp(stage, 'Eve');

    stage.say('Plans');
    await stage.call('all', { path: '/api/plans', as: ada });
    await stage.call('usage before any call', { path: '/api/usage', as: ada });
    const plan = (title: string, json: unknown) =>
      stage.call(title, { method: 'PUT', path: '/api/plan', as: ada, json });
    await plan('a plan that is none', { plan: 'gold' });
    await plan('nothing', {});
    const long = { name: 'long.csv', bytes: `n\n${Array.from({ length: 5_001 }, (_none, at) => at).join('\n')}\n` };
    const large = { name: 'large.csv', bytes: `n\n${'x'.repeat(999)}\n`.repeat(5_500) };
    await stage.call('a file that is too large', {
      method: 'POST',
      path: '/api/drive/spreadsheets',
      as: ada,
      file: large,
    });
    const sheet = await uploaded(stage, ada, long);
    await stage.by({ as: ada }).post('a check of too many rows', '/api/projects/check', { sheetId: sheet });
    await stage.by({ as: ada }).post('too many rows', '/api/projects/sync', { sheetId: sheet });
    const { id } = await publicProject(stage, ada, PLACES);
    await stage
      .by({ as: ada })
      .put('a refresh that is too quick', `/api/projects/${id}/update`, { refreshSeconds: 30 });
    for (let more = 0; more < 2; more += 1) await projectOf(stage, ada, await uploaded(stage, ada, PLACES));
    const fourth = await uploaded(stage, ada, PLACES);
    await stage.by({ as: ada }).post('too many projects', '/api/projects/sync', { sheetId: fourth });
    await plan('a larger one', { plan: 'pro' });
    await stage.call('one more', { method: 'POST', path: '/api/projects/sync', as: ada, json: { sheetId: fourth } });
    await stage.call('more rows', { method: 'POST', path: '/api/projects/sync', as: ada, json: { sheetId: sheet } });
    await plan('a smaller one', { plan: 'free' });
    await stage.call('all', { path: '/api/plans', as: ada });

    stage.say('Calls a minute');
    const own = await publicProject(stage, eve, PLACES);
    const path = `/v1/${own.id}/Places?_limit=1&_fields=Name`;
    await stage.call('one of sixty', { path, headers: { 'x-forwarded-for': '10.1.0.1' } });
    const isRefused = async () =>
      (await stage.ask({ path, headers: { 'x-forwarded-for': '10.1.0.1' } })).status === 429;
    let calls = 1;
    while (!(await isRefused())) calls += 1;
    stage.note('no fewer than sixty were answered', calls >= 60);
    await stage.call('one too many', { path, headers: { 'x-forwarded-for': '10.1.0.1' } });
    await stage.call('another address', { path, headers: { 'x-forwarded-for': '10.1.0.2' } });
    const key = await keyOf(stage, eve, own.id);
    await stage.call('a key', { path, key, headers: { 'x-forwarded-for': '10.1.0.1' } });
    await stage.call('a preflight is none', {
      ...{ method: 'OPTIONS', path },
      headers: { 'x-forwarded-for': '10.1.0.1', origin: 'https://a.example', 'access-control-request-method': 'GET' },
    });
    await stage.call('a wrong one', { path: `/v1/${own.id}/Nothing`, headers: { 'x-forwarded-for': '10.1.0.1' } });

    stage.say('Usage');
    await stage.start();
    const mara = await signedUp(stage, 'Mara');
    const project = await publicProject(stage, mara, PLACES);
    const places = `/v1/${project.id}/Places`;
    const answer = await stage.ask({ path: places });
    const etag = answer.headers.find(([name]) => name === 'etag')?.[1] ?? '';
    await stage.ask({ path: places });
    for (let times = 0; times < 3; times += 1) await stage.ask({ path: places, headers: { 'if-none-match': etag } });
    await stage.ask({ path: `${places}?Nothing=1` });
    await stage.ask({ path: `/v1/${project.id}` });
    await stage.ask({ path: `/v1/${project.id}/Nothing` });
    await stage.ask({ method: 'POST', path: places, key: await keyOf(stage, mara, project.id), json: { Name: 'A' } });
    await stage.ask({ method: 'HEAD', path: places });
    const { now, series, methods, endpoints } = await counted(stage, mara, 7);
    const sums = Object.entries(series).map(([name, days]) => [name, days.reduce((sum, one) => sum + one, 0)]);
    stage.note('what was counted', {
      ...now,
      series: Object.fromEntries(sums),
      methods,
      endpoints: endpoints.map(({ title, requests }) => ({ title, requests })),
    });
    await stage.call('usage of a project', { path: `/api/usage?days=7&projectId=${project.id}`, as: mara });
    await stage.call('usage of days that are none', { path: '/api/usage?days=5', as: mara });
    await stage.call('usage of nobody’s project', { path: '/api/usage?projectId=nothing', as: mara });
    const metrics = (await stage.ask({ path: '/metrics', key: METRICS_TOKEN })).body.toString();
    const lines = metrics
      .split('\n')
      .filter((line) => /^tabpoint_(requests|problems|answers|account_events)_total/.test(line));
    stage.note('metrics of these calls', lines.sort().join('\n'));

    stage.say('Spreadsheets to start from');
    const templates = await stage.call('all', { path: '/api/templates', as: mara });
    for (const { id: templateId } of jsonOf<{ templates: { id: string }[] }>(templates).templates) {
      const made = await stage.call(templateId, {
        method: 'POST',
        path: '/api/drive/spreadsheets',
        as: mara,
        json: { templateId },
      });
      const sheetId = jsonOf<{ spreadsheet: { id: string } }>(made).spreadsheet.id;
      const { id: of, tabs } = await projectOf(stage, mara, sheetId);
      const own = await keyOf(stage, mara, of);
      await stage.call('its rows', {
        path: `/v1/${of}/${encodeURIComponent(tabs[0]?.title ?? '')}?_limit=2`,
        key: own,
      });
    }
  },
};

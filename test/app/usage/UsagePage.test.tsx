import { act, screen, waitFor, within } from '@testing-library/react';
import type { UsageAnswer } from '../../../src/contract/usage';
import { projectOf, refused } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import { busy, endpointOf, usageOf } from './usageAnswers';

appTests();

async function open(answer: UsageAnswer = busy, given?: (server: TestServer) => void) {
  const opened = openApp('/usage', {
    projects: [projectOf({ id: 'id of Coffee', title: 'Coffee' })],
    given: (server) => {
      server.usage.read.mockResolvedValue(answer);
      given?.(server);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Usage' });
  return opened;
}

const chart = () => screen.findByRole('slider', { name: /^Requests per day/ });
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
const endpoints = () => within(screen.getByRole('region', { name: 'By endpoint' }));

it('shows the figures, the days and the remaining plan', async () => {
  await open();
  await chart();
  expect(screen.getByText('All projects, 11 March to 17 March.')).toBeVisible();
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(figures.filter((text) => text !== '')).toEqual(['1,106', '95.6%', '41 ms', '50.0%']);
  expect(screen.getByText('1,106 requests, 11 March to 17 March')).toHaveAttribute('role', 'status');
  const plan = within(screen.getByRole('region', { name: 'Pro plan' }));
  expect(plan.getByText('Resets 1 April')).toBeVisible();
  const meters = plan.getAllByRole('meter');
  expect(meters.map((meter) => meter.getAttribute('aria-valuetext'))).toEqual([
    '28,410 of 250,000',
    '6 of 25',
    '12,640 of 50,000',
  ]);
  expect(plan.getByText('At this pace March ends at about 51,800 requests.')).toBeVisible();
  expect(plan.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/upgrade');
});

it('moves from day to day by arrow keys, and announces the numbers of each', async () => {
  const { user } = await open();
  const slider = await chart();
  act(() => slider.focus());
  expect(slider).toHaveAttribute('aria-valuetext', 'Tue 17 March: 2xx 151, 4xx 7, 5xx 0');
  expect(screen.getByText('Tue 17 March')).toBeVisible();
  await user.keyboard('{ArrowLeft}');
  expect(slider).toHaveAttribute('aria-valuetext', 'Mon 16 March: 2xx 151, 4xx 7, 5xx 0');
  await user.keyboard('{Home}{ArrowLeft}');
  expect(slider).toHaveAttribute('aria-valuenow', '1');
  expect(screen.getByText('Wed 11 March')).toBeVisible();
  await user.keyboard('{End}');
  expect(slider).toHaveAttribute('aria-valuenow', '7');
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Tue 17 March')).toBeNull();
});

it('stacks by tab, and shows the same numbers as a table', async () => {
  const { user } = await open();
  await chart();
  await user.click(screen.getByRole('radio', { name: 'By tab' }));
  const legend = within(screen.getByRole('list', { name: 'Legend' }));
  const names = ['beans', 'subscribers', 'talks', 'hours', 'orders', 'Others'];
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(names);
  const button = screen.getByRole('button', { name: 'Show as table' });
  await user.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(rows()).toHaveLength(8);
  expect(rows().slice(0, 2)).toEqual([
    ['Day', ...names, 'All'],
    ['Wed 11 March', '56', '40', '30', '20', '10', '2', '158'],
  ]);
  await user.click(button);
  expect(await chart()).toHaveAccessibleName('Requests per day for 7 days, stacked by tab');
});

it('shows the requests of one endpoint, and of all again', async () => {
  const { user } = await open();
  const slider = await chart();
  const beans = endpoints().getByRole('button', { name: /^Coffee \/beans/ });
  await user.click(beans);
  expect(beans).toHaveAttribute('aria-pressed', 'true');
  expect(slider).toHaveAttribute('aria-valuetext', 'Tue 17 March: 2xx 50, 4xx 6, 5xx 0');
  await user.click(screen.getByRole('button', { name: 'Only Coffee /beans: show all' }));
  expect(beans).toHaveAttribute('aria-pressed', 'false');
  expect(slider).toHaveAttribute('aria-valuetext', 'Tue 17 March: 2xx 151, 4xx 7, 5xx 0');
});

it('lists the five busiest endpoints, then all', async () => {
  const { user } = await open({ ...busy, otherEndpoints: { endpoints: 3, requests: 12 } });
  await chart();
  expect(endpoints().getAllByRole('listitem')).toHaveLength(5);
  await user.click(endpoints().getByRole('button', { name: 'All endpoints' }));
  expect(endpoints().getAllByRole('listitem')).toHaveLength(6);
  expect(endpoints().getByText('And 3 endpoints with 12 requests.')).toBeVisible();
  await user.click(endpoints().getByRole('button', { name: 'Busiest endpoints' }));
  expect(endpoints().getAllByRole('listitem')).toHaveLength(5);
});

it('loads another range or project, and shows the old numbers meanwhile', async () => {
  const { user, server } = await open();
  await chart();
  const next = deferred<UsageAnswer>();
  server.usage.read.mockReturnValueOnce(next.promise);
  await user.click(screen.getByRole('radio', { name: '90 days' }));
  await waitFor(() => expect(server.usage.read).toHaveBeenCalledTimes(2));
  expect(screen.getByText('1,106')).toBeVisible();
  next.resolve(usageOf([endpointOf('Coffee', 'beans', 3)]));
  expect(await screen.findByText('100.0%')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Coffee');
  expect(await screen.findByText('Coffee, 11 March to 17 March.')).toBeVisible();
  expect(server.usage.read.mock.calls.map(([question]) => question)).toEqual([
    { days: 30, projectId: null },
    { days: 90, projectId: null },
    { days: 90, projectId: 'id of Coffee' },
  ]);
});

it('shows axes and skeletons while it loads, and "Try again" after a failure', async () => {
  const first = deferred<UsageAnswer>();
  const { user } = await open(busy, ({ usage }) => usage.read.mockReturnValueOnce(first.promise));
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByRole('region', { name: 'By endpoint' })).toBeNull();
  first.reject(refused(503));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Usage did not load.*answered with 503/);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await chart()).toBeVisible();
});

it.each([
  ['ever', 0, 'No requests yet. Copy an endpoint and call it.'],
  ['lately', 9, 'No requests in these 7 days.'],
])('shows that there were no requests %s', async (_when, before, words) => {
  const nobody = usageOf([]);
  await open({ ...nobody, before: { ...nobody.before, requests: before } });
  expect(await screen.findByText(words)).toBeVisible();
  expect(await chart()).toBeVisible();
});

it('shows the drive on a server without plans', async () => {
  const plan = { ...busy.plan, mode: 'unlimited' as const, plan: null, drive: 68_157_440 };
  await open({ ...busy, plan });
  const limits = within(await screen.findByRole('region', { name: 'Limits' }));
  expect(limits.getByText('Limits on this server are set by its administrator.')).toBeVisible();
  expect(limits.getByRole('meter', { name: 'Drive' })).toHaveAttribute('aria-valuetext', '65 MB of 5 GB');
  expect(limits.queryByRole('link', { name: 'See plans' })).toBeNull();
});

it('shows hostile names as text', async () => {
  const title = '<img src=x onerror=alert(1)>';
  await open(usageOf([endpointOf('\u202egnol 🐘', title, 1), endpointOf('javascript:alert(1)', 'a'.repeat(300), 1)]));
  await chart();
  expect(endpoints().getByText(`/${title}`)).toBeVisible();
  expect(document.querySelector('main img, main a[href^="javascript"]')).toBeNull();
});

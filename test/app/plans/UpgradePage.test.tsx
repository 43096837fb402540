import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PlanName } from '../../../src/contract/plans';
import { networkGone, refused } from '../../fixtures/appState';
import { about, appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import { plansAnswer } from './plansAnswers';

appTests();

const open = (plan: PlanName, given?: (server: TestServer) => void) =>
  openApp('/upgrade', {
    given: (server) => {
      server.about.read.mockResolvedValue({ ...about, plans: 'tiered' });
      server.plans.read.mockResolvedValue(plansAnswer(plan));
      given?.(server);
    },
  });

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const buttons = async () =>
  (await screen.findAllByRole('button', { name: /plan$|to (Free|Pro|Business)/ })).map((each) => each.textContent);

it('shows each plan’s limits, and marks the current one', async () => {
  open('pro');
  expect(await screen.findByRole('heading', { level: 1, name: 'Choose a plan' })).toBeVisible();
  expect(await buttons()).toEqual(['Change to Free', 'Current plan', 'Upgrade to Business']);
  expect((await card('Pro')).getByText('Your plan')).toBeVisible();
  expect((await card('Pro')).getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  const features = (await card('Business')).getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(features).toEqual([
    '100 projects',
    '2,000,000 requests a month',
    '250,000 rows per sheet',
    'Uploads up to 100 MB',
    'Refresh every 5 s',
    '1 year of history',
  ]);
  expect((await card('Free')).getByText('$0')).toBeVisible();
});

it('compares the plans line by line, with the current plan marked', async () => {
  open('free');
  const table = await screen.findByRole('table');
  await waitFor(() => expect(within(table).getByRole('columnheader', { name: 'Free, your plan' })).toBeVisible());
  const burst = within(table).getByRole('row', { name: /^Burst/ });
  expect(
    within(burst)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['60 a minute', '600 a minute', '3,000 a minute']);
});

it('changes the plan at once, confirms it, and keeps the focus', async () => {
  const sent = deferred<ReturnType<typeof plansAnswer>>();
  const { user, server } = open('pro', ({ plans }) => plans.choose.mockReturnValue(sent.promise));
  const button = await screen.findByRole('button', { name: 'Upgrade to Business' });
  await user.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  fireEvent.click(screen.getByRole('button', { name: 'Change to Free' }));
  sent.resolve(plansAnswer('business'));
  expect(await screen.findByText('You are on Business now')).toBeVisible();
  expect(screen.getByText('Nothing was charged.')).toBeVisible();
  expect(button).toHaveTextContent('Current plan');
  expect(button).toHaveFocus();
  expect(await buttons()).toEqual(['Change to Free', 'Change to Pro', 'Current plan']);
  expect(server.plans.choose.mock.calls.map(([plan]) => plan)).toEqual(['business']);
  await user.click(button);
  expect(server.plans.choose).toHaveBeenCalledTimes(1);
});

it('shows why a smaller plan does not fit', async () => {
  const detail = 'You have 6 projects; Free has room for 3.';
  const tooSmall = refused(409, { code: 'plan_too_small', detail, errors: [{ field: 'plan', detail }] });
  const { user } = open('pro', ({ plans }) => plans.choose.mockRejectedValue(tooSmall));
  await user.click(await screen.findByRole('button', { name: 'Change to Free' }));
  expect(await (await card('Free')).findByRole('alert')).toHaveTextContent(detail);
  expect(await buttons()).toEqual(['Change to Free', 'Current plan', 'Upgrade to Business']);
});

it('shows that the plan did not load, and reloads it', async () => {
  const { user } = open('pro', ({ plans }) => plans.read.mockRejectedValueOnce(networkGone()));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your plan did not load.');
  expect(screen.queryByRole('button', { name: 'Current plan' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Current plan' })).toBeVisible();
});

it('has no plans to choose on a server without plans', async () => {
  const { server } = openApp('/upgrade');
  expect(await screen.findByRole('heading', { level: 1, name: 'Everything is included' })).toBeVisible();
  expect(screen.getByText('Uploads: up to 25 MB each.')).toBeVisible();
  expect(screen.getByRole('main')).not.toHaveTextContent(/\$|a month|Pro\b|Business/);
  expect(screen.getByText('Limits on this server are set by its administrator.')).toBeVisible();
  expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull();
  expect(screen.queryByText('Your plan')).toBeNull();
  expect(server.plans.choose).not.toHaveBeenCalled();
});

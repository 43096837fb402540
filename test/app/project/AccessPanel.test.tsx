import { screen, waitFor, within } from '@testing-library/react';
import type { Project } from '../../../src/contract/projects';
import { projectOf, refused } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';

appTests();

const coffee = projectOf();
const reading = (name: string) => screen.getByRole('radio', { name });
const ANYONE = 'Anyone with the address';
const HOLDERS = 'Key holders only';

async function open(given?: (server: TestServer) => void, project: Project = coffee) {
  const opened = openApp(`/projects/${coffee.id}/roasters?view=access`, { projects: [project], given });
  await screen.findByRole('heading', { name: 'Who may call' });
  return opened;
}

const methods = () =>
  within(screen.getByRole('list', { name: 'Methods' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('private: only the owner may call it without a key', async () => {
  await open();
  expect(reading(HOLDERS)).toBeChecked();
  await waitFor(() => expect(screen.getAllByText('Only you, in Try it')).toHaveLength(5));
  expect(methods()[0]).toBe('GETRead rowsCalls without a key answer 401Only you, in Try it');
  expect(methods()[1]).toBe('POSTAdd rowsWith a key that may add rowsOnly you, in Try it');
});

it('asks before it is made public; "Keep it private" cancels and returns the focus', async () => {
  const { user, server } = await open();
  await user.click(reading(ANYONE));
  expect(screen.getByRole('alertdialog', { name: 'Let anyone read?' })).toBeVisible();
  expect(screen.getByText('Whoever has the address can read every sheet that is on, all columns.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep it private' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(reading(HOLDERS)).toBeChecked();
  expect(server.projects.update).not.toHaveBeenCalled();
});

it('"Let anyone read" shows it at once, and further presses wait for the server', async () => {
  const answer = deferred<Project>();
  const { user, server } = await open((to) => void to.projects.update.mockReturnValue(answer.promise));
  await user.click(reading(ANYONE));
  await user.click(screen.getByRole('button', { name: 'Let anyone read' }));
  expect(reading(ANYONE)).toBeChecked();
  expect(methods()[0]).toBe('GETRead rowsAnswers whoever calls the addressAnyone');
  await user.click(reading(HOLDERS));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  answer.resolve({ ...coffee, access: 'public' });
  await waitFor(() => expect(reading(HOLDERS)).not.toHaveAttribute('aria-disabled'));
  expect(server.projects.update.mock.calls[0]?.slice(0, 2)).toEqual([coffee.id, { access: 'public' }]);
  await user.click(reading(HOLDERS));
  expect(screen.getByText('Calls without a key answer 401 from now on.')).toBeVisible();
});

it('shows the old choice and a toast if the server rejects it', async () => {
  const { user } = await open((to) => void to.projects.update.mockRejectedValue(refused(503)));
  await user.click(reading(ANYONE));
  await user.click(screen.getByRole('button', { name: 'Let anyone read' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The access may not have been changed. Try again.');
  expect(reading(HOLDERS)).toBeChecked();
});

it.each([
  [undefined, 'Read only: share it with your connected account to write.'],
  ['This sheet was shared by its link.', 'This sheet was shared by its link.'],
])('read only: explains how to make it writable (%s)', async (readOnlyReason, text) => {
  await open(undefined, { ...coffee, access: 'public', writable: false, ...(readOnlyReason && { readOnlyReason }) });
  expect(screen.getByText(text)).toBeVisible();
});

import { screen, waitFor, within } from '@testing-library/react';
import { projectOf, refused } from '../../fixtures/appState';
import { appTests, openApp } from '../../fixtures/openApp';

appTests();

const coffee = projectOf({ id: 'coffee', source: 'googleApi' });
const noAccess = projectOf({ id: 'shut', title: 'Field survey', status: 'needsAccess', source: 'googleLink' });
const paused = projectOf({ id: 'resting', title: 'Plants', status: 'paused' });

type Given = Parameters<typeof openApp>[1];

async function openMenu(title: string, given?: Given) {
  const opened = openApp('/', { projects: [coffee, noAccess, paused], ...given });
  await opened.user.click(await screen.findByRole('button', { name: `More actions for ${title}` }));
  await screen.findByRole('menu');
  return { ...opened, choose: (name: string) => opened.user.click(screen.getByRole('menuitem', { name })) };
}

const choices = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

it('a row has actions; a paused project has Resume instead of Pause', async () => {
  const { user } = await openMenu(coffee.title);
  expect(choices()).toEqual(['Copy endpoint URL', 'Sync now', 'Rename', 'Pause', 'Delete project']);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More actions for Plants' }));
  await waitFor(() => expect(choices()).toEqual(['Copy endpoint URL', 'Rename', 'Resume', 'Delete project']));
});

it('"Sync now" syncs the spreadsheet', async () => {
  const { choose, server } = await openMenu(coffee.title);
  await choose('Sync now');
  await waitFor(() => expect(server.sync.start).toHaveBeenCalledWith('coffee', expect.anything()));
});

it('"Pause" pauses the project and updates its row', async () => {
  const { choose, server } = await openMenu(coffee.title, {
    given: ({ projects }) => void projects.update.mockResolvedValue({ ...coffee, status: 'paused' }),
  });
  await choose('Pause');
  await waitFor(() => expect(screen.getAllByText('Paused')).toHaveLength(2));
  expect(server.projects.update).toHaveBeenCalledWith('coffee', { paused: true }, expect.anything());
});

describe('renaming', () => {
  const rename = async (given?: Given) => {
    const opened = await openMenu(coffee.title, given);
    await opened.choose('Rename');
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Rename project' })) };
  };

  it('changes the name', async () => {
    const { dialog, user, server } = await rename({
      given: ({ projects }) => void projects.update.mockResolvedValue({ ...coffee, title: 'Tea houses' }),
    });
    const field = dialog.getByRole('textbox', { name: 'Name' });
    expect(field).toHaveValue(coffee.title);
    await user.clear(field);
    expect(dialog.getByRole('button', { name: 'Rename project' })).toBeDisabled();
    await user.type(field, ' Tea houses {Enter}');
    expect(await screen.findByText('Project renamed')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Tea houses' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.projects.update).toHaveBeenCalledWith('coffee', { title: 'Tea houses' }, expect.anything());
  });

  it('shows why it was rejected and keeps the typed name', async () => {
    const { dialog, user } = await rename({
      given: ({ projects }) => void projects.update.mockRejectedValue(refused(503, { detail: 'Not now.' })),
    });
    await user.type(dialog.getByRole('textbox'), '!{Enter}');
    await waitFor(() => expect(dialog.getByRole('textbox')).toHaveAccessibleDescription('Not now.'));
    expect(dialog.getByRole('textbox')).toHaveValue(`${coffee.title}!`);
  });

  it('sends no request for the same name or "Keep name"', async () => {
    const { dialog, user, server } = await rename();
    await user.type(dialog.getByRole('textbox'), '{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.projects.update).not.toHaveBeenCalled();
  });
});

it('"Needs access" links to Sync', async () => {
  openApp('/', { projects: [noAccess] });
  expect(await screen.findByRole('link', { name: 'Needs access' })).toHaveAttribute(
    'href',
    '/projects/shut/roasters?view=sync',
  );
});

it('matches of a search are marked in titles and tabs, including tabs behind "+n"', async () => {
  const [roasters] = coffee.tabs;
  const tab = (title: string, sheetId: number) => ({ ...roasters!, title, sheetId });
  const many = projectOf({ tabs: ['roasters', 'beans', 'orders', 'cups'].map(tab) });
  const { user } = openApp('/', { projects: [many] });
  await screen.findByRole('link', { name: many.title });
  const marked = () => [...document.querySelectorAll('tbody b')].map(({ textContent }) => textContent);
  await user.type(screen.getByRole('searchbox'), 'ROASTERS');
  expect(marked()).toEqual(['roasters', 'roasters']);
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'cups');
  expect(marked()).toEqual(['1']);
});

import { screen, within } from '@testing-library/react';
import { projectArrived } from '../../../src/app/projects/projectsSlice';
import type { Warning } from '../../../src/contract/projects';
import { projectOf, tabOf } from '../../fixtures/appState';
import { appTests, closeApp, openApp } from '../../fixtures/openApp';

appTests();

const skipped: Warning = { code: 'skipped_rows', detail: 'Rows 1 and 2, above the header, are left out.' };
const mixed: Warning = { code: 'mixed_types', detail: 'Dial holds text and numbers, so it is text: 1-684 in B6.' };
const cut: Warning = { code: 'cut_text', detail: 'The text of C9 is longer than a cell may be, and was cut.' };

const projectWith = (warnings: readonly Warning[], revision = 1) =>
  projectOf({ tabs: [tabOf({ warnings: [...warnings] })], revision });

const open = (warnings: readonly Warning[]) =>
  openApp('/projects/k3v9tq2mxa7rfw5d/roasters', { projects: [projectWith(warnings)] });

const opener = (words: string) => screen.findByRole('button', { name: words });
const SHORT = '2 notes about how this sheet was read';

it('notes are one line, which opens to all of them by keyboard', async () => {
  const { user } = open([skipped, mixed]);
  const line = await opener(SHORT);
  expect(line).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByText(mixed.detail)).not.toBeVisible();
  line.focus();
  await user.keyboard('{Enter}');
  expect(line).toHaveAttribute('aria-expanded', 'true');
  const list = screen.getByRole('list', { name: 'Notes about how this sheet was read' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await user.keyboard('{Enter}');
  expect(screen.queryByText(mixed.detail)).not.toBeVisible();
});

it('notes say how many are about lost values, and show those first', async () => {
  const { user } = open([mixed, cut]);
  await user.click(await opener(`${SHORT}, 1 about lost values`));
  const [first] = within(screen.getByRole('group', { name: 'Notes' })).getAllByRole('listitem');
  expect(first).toHaveTextContent(cut.detail);
});

it('a sheet without problems has no notes', async () => {
  open([]);
  await screen.findByRole('region', { name: 'Data' });
  expect(screen.queryByRole('group', { name: 'Notes' })).toBeNull();
});

describe('dismissed notes', () => {
  async function dismiss(warnings: readonly Warning[]) {
    const opened = open(warnings);
    await opener(SHORT);
    await opened.user.click(screen.getByRole('button', { name: 'Dismiss notes' }));
    return opened;
  }

  it('disappear, move the focus to the rows, and stay away in this browser', async () => {
    await dismiss([skipped, mixed]);
    expect(screen.queryByRole('group', { name: 'Notes' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Data' })).toHaveFocus();
    closeApp();
    open([skipped, mixed]);
    await screen.findByRole('region', { name: 'Data' });
    expect(screen.queryByRole('group', { name: 'Notes' })).toBeNull();
  });

  it('return with other notes', async () => {
    const { store } = await dismiss([skipped, mixed]);
    store.dispatch(projectArrived(projectWith([skipped, cut], 9)));
    expect(await opener(`${SHORT}, 1 about lost values`)).toBeVisible();
  });

  it('are stored as a hash only', async () => {
    await dismiss([skipped, mixed]);
    const stored = window.localStorage.getItem('tabpoint.tabLooks') ?? '';
    expect(Object.keys(JSON.parse(stored))).toHaveLength(1);
    expect(stored).not.toContain('k3v9tq2mxa7rfw5d');
    expect(stored).not.toContain('Dial');
  });

  it.each(['no JSON', '[1]', '{"a":7}', 'null'])('are shown if the browser has stored %s', async (stored) => {
    window.localStorage.setItem('tabpoint.tabLooks', stored);
    open([skipped, mixed]);
    expect(await opener(SHORT)).toBeVisible();
  });
});

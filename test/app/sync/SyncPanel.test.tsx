import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PlanName } from '../../../src/contract/plans';
import type { Project } from '../../../src/contract/projects';
import type { SyncProgress, SyncRun } from '../../../src/contract/syncs';
import type { DriveVersion, TabDifference, VersionDifference } from '../../../src/contract/versions';
import { restoreAsked } from '../../../src/app/sync/versionsSlice';
import { projectOf, refused } from '../../fixtures/appState';
import { about, appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import { plansAnswer } from '../plans/plansAnswers';

appTests();

const runOf = (parts: Partial<SyncRun> = {}): SyncRun => ({
  id: 'run-1',
  startedAt: new Date().toISOString(),
  startedBy: 'person',
  milliseconds: 1_940,
  result: 'done',
  changes: [],
  revision: 4,
  ...parts,
});

const open = (project: Partial<Project> = {}, given: (server: TestServer) => void = () => undefined) =>
  openApp(`/projects/${projectOf().id}/roasters?view=sync`, { projects: [projectOf(project)], given });

const withRuns =
  (...syncs: SyncRun[]) =>
  (server: TestServer) =>
    void server.sync.history.mockResolvedValue({ syncs, keptDays: 30 });

const google = { source: 'googleLink', sheetId: 'coffee-1' } as const;

describe('the history', () => {
  it('shows time, cause, changes, duration and status of each sync', async () => {
    const orders = { sheetId: 7, title: 'orders', added: 3, changed: 1, deleted: 0 };
    const beans = { sheetId: 8, title: 'beans', added: 0, changed: 0, deleted: 4 };
    open(
      google,
      withRuns(
        runOf({ id: 'a', changes: [orders, beans] }),
        runOf({ id: 'b', startedBy: 'schedule' }),
        runOf({ id: 'c', result: 'failed', reason: 'This spreadsheet is private.' }),
      ),
    );
    const table = await screen.findByRole('table', { name: 'History' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows[0]).toHaveTextContent(
      /Today \d\d:\d\dmara@haldencoffee.example\+33 rows added 1 changed1 row changed orders, 1 more sheet1.9 sDone/,
    );
    expect(within(table).getByText('orders', { selector: 'bdi' })).toBeVisible();
    expect(rows[1]).toHaveTextContent('Auto refreshNo changes1.9 sDone');
    expect(rows[2]).toHaveTextContent('This spreadsheet is private.1.9 sFailed');
    expect(screen.getByText('Kept 30 days.')).toBeVisible();
  });

  it('opens the details of a row by keyboard', async () => {
    const orders = { sheetId: 7, title: 'orders', added: 3, changed: 0, deleted: 0 };
    const { user } = open(google, withRuns(runOf({ changes: [orders], revision: 17 })));
    const opener = await screen.findByRole('button', { name: /^Today/ });
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    opener.focus();
    await user.keyboard('{Enter}');
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('Revision').nextSibling).toHaveTextContent('17');
    await user.keyboard('{Enter}');
    expect(screen.queryByText('Revision')).toBeNull();
  });

  it('shows that there is none yet, and that it did not load', async () => {
    const { user, server } = open(google, (to) => void to.sync.history.mockRejectedValueOnce(refused(503)));
    expect(await screen.findByText('The history did not load. Try again in a moment.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const empty = 'Nothing yet. The first sync starts when you press Sync now.';
    expect(await screen.findByText(empty)).toBeVisible();
    expect(server.sync.history).toHaveBeenCalledTimes(2);
  });

  it('has a row for a sync started elsewhere', async () => {
    open({ ...google, status: 'syncing' }, withRuns(runOf()));
    const table = await screen.findByRole('table', { name: 'History' });
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('NowReading the sheetSyncing');
  });
});

describe('a sync', () => {
  it('shows its progress, sheet by sheet', async () => {
    let report: (progress: SyncProgress) => void = () => undefined;
    const started = deferred<Project>();
    const { user } = open(google, (server) => {
      server.sync.progress.mockImplementation(async (_id, onProgress) => {
        report = onProgress;
        return () => undefined;
      });
      server.sync.start.mockReturnValue(started.promise);
    });
    await user.click(await screen.findByRole('button', { name: 'Sync now' }));
    const card = within(await screen.findByRole('region', { name: 'Syncing now' }));
    expect(card.getByText('Reading the sheet. The old rows answer until it is done.')).toBeVisible();
    report({
      phase: 'reading',
      tabs: [
        { sheetId: 0, title: 'roasters', phase: 'done', rows: 48, total: 48 },
        { sheetId: 7, title: 'orders', phase: 'reading', rows: 1_204, total: 1_930 },
      ],
    });
    // Isolated text direction: a right-to-left name would otherwise reorder the numbers beside it.
    expect((await card.findByText('orders', { selector: 'bdi' })).parentElement).toHaveTextContent(
      'orders, 1,204 of 1,930 rows. The old rows answer until it is done.',
    );
    expect(screen.getByText('Reading orders')).toBeVisible();
    expect(card.getByRole('progressbar', { name: 'Sync' })).toHaveAttribute('aria-valuenow', '63');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'roastersdone48',
      'ordersbeing read1,204',
    ]);
    started.resolve(projectOf({ ...google, revision: 2 }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Syncing now' })).toBeNull());
    expect(await screen.findByText('Sync finished')).toBeVisible();
  });

  it('that failed shows why, and can be retried', async () => {
    const statusReason = 'It is no longer shared with Tabpoint.';
    const syncedAt = new Date(2026, 2, 1, 13, 48).toISOString();
    const { user, server } = open({ ...google, status: 'needsAccess', statusReason, syncedAt });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      `The sheet could not be read${statusReason} Your endpoints answer with the rows of 13:48.`,
    );
    expect(within(alert).getByRole('link', { name: 'How to share' })).toHaveAttribute('href', '/learn/google');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(server.sync.start).toHaveBeenCalledTimes(1);
  });
});

describe('auto refresh', () => {
  const onPlan = (plan: PlanName) => (server: TestServer) => {
    server.about.read.mockResolvedValue({ ...about, plans: 'tiered' });
    server.plans.read.mockResolvedValue(plansAnswer(plan));
  };

  it('disables intervals that the plan does not include, and names the plan that does', async () => {
    const { user, server } = open(google, onPlan('free'));
    const select = await screen.findByRole('combobox', { name: 'Auto refresh' });
    const options = () => within(select).getAllByRole<HTMLOptionElement>('option');
    await waitFor(() => expect(options()[0]).toBeDisabled());
    expect(options().map(({ text, disabled }) => [text, disabled])).toEqual([
      ['Every 5 s (Business)', true],
      ['Every 15 s (Pro)', true],
      ['Every 60 s', false],
      ['Every 5 minutes', false],
      ['Every hour', false],
    ]);
    expect(screen.getByText(/Checked at most every 60 s while it is being read\. Every 5 s is on/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Business' })).toHaveAttribute('href', '/upgrade');
    await user.selectOptions(select, 'Every hour');
    expect(server.projects.update.mock.calls[0]?.slice(0, 2)).toEqual([projectOf().id, { refreshSeconds: 3_600 }]);
    expect(select).toHaveValue('3600');
  });

  it('follows the person’s plan', async () => {
    open(google, onPlan('pro'));
    expect(await screen.findByRole('option', { name: 'Every 5 s (Business)' })).toBeDisabled();
    expect(screen.getByRole('option', { name: 'Every 15 s' })).toBeEnabled();
  });

  it('has every interval on a server without plans', async () => {
    open(google);
    const select = await screen.findByRole('combobox', { name: 'Auto refresh' });
    expect(
      within(select)
        .getAllByRole('option')
        .every((option) => !option.hasAttribute('disabled')),
    ).toBe(true);
    expect(screen.queryByText(/Every 5 s is on/)).toBeNull();
  });
});

describe('a workbook', () => {
  const versions: DriveVersion[] = [2, 1].map((n) => ({
    ...{ n, current: n === 2, fileName: `coffee ${n}.xlsx`, bytes: 9, createdAt: new Date().toISOString() },
    tabs: [{ title: 'beans', rows: 10 * n }],
  }));
  const difference: VersionDifference = {
    tabs: [
      {
        ...{ title: 'beans', kind: 'changed', added: 2, changed: 0, deleted: 1, apiRowsKept: 3, apiRowsDropped: 0 },
        ...{ columnsAdded: ['farm'], columnsDeleted: [], columnsRetyped: ['price'] },
      },
      {
        ...{ title: 'orders', kind: 'deleted', added: 0, changed: 0, deleted: 12, apiRowsKept: 0, apiRowsDropped: 2 },
        ...{ columnsAdded: [], columnsDeleted: [], columnsRetyped: [] },
      },
    ],
  };
  const listed = (server: TestServer) => void server.versions.list.mockResolvedValue(versions);

  it('is not synced, but gets new versions whose difference is shown first', async () => {
    const { user, server } = open({}, (to) => {
      listed(to);
      to.versions.compare.mockResolvedValue(difference);
    });
    expect(await screen.findByRole('button', { name: 'Upload a new version' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Auto refresh' })).toBeNull();
    await user.upload(screen.getByLabelText('New version'), new File(['x'], 'coffee 3.xlsx'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Apply coffee 3.xlsx?' }));
    const [beans, orders] = dialog.getAllByRole('row');
    expect(beans).toHaveTextContent(
      /beans\+22 rows added −11 row deleted rowsNew columns: “farm”Columns with another type: “price”/,
    );
    expect(orders).toHaveTextContent('ordersThis sheet goes, with 12 rows2 rows added by the API go with it');
    await user.click(dialog.getByRole('checkbox', { name: /Remove rows added by the API/ }));
    expect(beans).toHaveTextContent('−44 rows deleted');
    await user.click(dialog.getByRole('button', { name: 'Apply new version' }));
    expect(server.versions.apply.mock.calls[0]?.[2]).toEqual({ dropApiRows: true, renamed: {} });
    expect(dialog.getByRole('button', { name: 'Apply new version' })).toHaveAttribute('aria-busy', 'true');
  });

  describe('with a sheet that may have been renamed', () => {
    const sheet = (title: string, parts: Partial<TabDifference>): TabDifference => ({
      ...{ title, kind: 'changed', added: 0, changed: 0, deleted: 0, apiRowsKept: 0, apiRowsDropped: 0 },
      ...{ columnsAdded: [], columnsDeleted: [], columnsRetyped: [] },
      ...parts,
    });
    const renamed: VersionDifference = {
      tabs: [
        sheet('farms', { kind: 'added', added: 24 }),
        ...['growers', 'constructor'].map((formerTitle, at) => ({
          ...sheet(formerTitle, { deleted: 21 + at, apiRowsDropped: 2 }),
          kind: 'renamed?' as const,
          ifRenamed: sheet('farms', { formerTitle, added: 3 + at, apiRowsKept: 2 }),
        })),
      ],
    };
    async function openRenameQuestion() {
      const { user, server } = open({}, (to) => void to.versions.compare.mockResolvedValue(renamed));
      await user.upload(await screen.findByLabelText('New version'), new File(['x'], 'coffee 3.xlsx'));
      const dialog = within(await screen.findByRole('alertdialog', { name: 'Apply coffee 3.xlsx?' }));
      const rows = () => dialog.getAllByRole('row').map(({ textContent }) => textContent);
      const apply = () => dialog.getByRole('button', { name: 'Apply new version' });
      const question = dialog.getByRole('group', {
        name: 'Renamed? “farms” has the columns of “growers” and “constructor”',
      });
      const answers = within(question).getAllByRole('radio');
      return { user, server, dialog, rows, apply, answers };
    }

    it('asks about it, and applies nothing before the answer', async () => {
      const { user, server, dialog, rows, apply, answers } = await openRenameQuestion();
      expect(rows()).toEqual([
        'farmsNew sheet, 24 rows',
        'growersRenamed? Otherwise it goes, with 21 rows2 rows added by the API go with it',
        'constructorRenamed? Otherwise it goes, with 22 rows2 rows added by the API go with it',
      ]);
      expect(answers.filter((answer) => (answer as HTMLInputElement).checked)).toEqual([]);
      expect(apply()).toBeDisabled();
      expect(dialog.getByText('Answer “Renamed?” before you apply it.')).toBeVisible();
      await user.click(apply());
      expect(server.versions.apply).not.toHaveBeenCalled();
    });

    it('shows and sends the answer "renamed", by keyboard alone', async () => {
      const { user, server, dialog, rows, apply, answers } = await openRenameQuestion();
      answers[0]?.focus();
      await user.keyboard(' ');
      expect(rows()).toEqual([
        'farmswas growers+33 rows added rows',
        'constructorThis sheet goes, with 22 rows2 rows added by the API go with it',
      ]);
      expect(dialog.getByText('2 rows added by the API are not in the file')).toBeVisible();
      expect(apply()).toBeEnabled();
      apply().focus();
      await user.keyboard('{Enter}');
      const confirmed = { dropApiRows: false, renamed: { growers: 'farms' } };
      expect(server.versions.apply.mock.calls[0]?.[2]).toEqual(confirmed);
    });

    it('shows and sends the answer "not renamed"', async () => {
      const { user, server, dialog, rows, apply, answers } = await openRenameQuestion();
      await user.click(answers[1]!);
      expect(rows()[0]).toBe('farmswas constructor+44 rows added rows');
      await user.click(dialog.getByRole('radio', { name: /^No, it is a new sheet/ }));
      expect(rows()).toEqual([
        'farmsNew sheet, 24 rows',
        'growersThis sheet goes, with 21 rows2 rows added by the API go with it',
        'constructorThis sheet goes, with 22 rows2 rows added by the API go with it',
      ]);
      await user.click(apply());
      expect(server.versions.apply.mock.calls[0]?.[2]).toEqual({ dropApiRows: false, renamed: {} });
    });
  });

  it('keeps the current version if the new one is cancelled, and rejects a file that is no workbook', async () => {
    const { user, server } = open({}, (to) => void to.versions.compare.mockResolvedValue(difference));
    const input = await screen.findByLabelText('New version');
    await user.upload(input, new File(['x'], 'coffee.xlsx'));
    await user.click(await screen.findByRole('button', { name: 'Keep current version' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.versions.apply).not.toHaveBeenCalled();
    fireEvent.change(input, { target: { files: [new File(['x'], 'setup.exe')] } });
    expect(await screen.findByText('Upload an .xlsx, .ods or .csv file.')).toBeVisible();
    expect(server.versions.compare).toHaveBeenCalledTimes(1);
  });

  it('lists its versions, each with its file and a restore that asks first', async () => {
    const { user, server } = open({}, listed);
    const items = within(await screen.findByRole('list', { name: 'Versions' })).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent(/Version 2, Today .*Currentcoffee 2.xlsx, 1 sheet, 20 rows/);
    expect(screen.getByRole('link', { name: 'Download version 1' })).toHaveAttribute(
      'href',
      'http://localhost/api/drive/spreadsheets/coffee-1/versions/1/file',
    );
    expect(screen.queryByRole('button', { name: 'Restore version 2' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore version 1' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restore version' }));
    expect(server.versions.restore.mock.calls[0]?.slice(0, 2)).toEqual(['coffee-1', 1]);
  });

  it('gets no other version while a version of a workbook is being restored', async () => {
    const { store } = open({}, listed);
    const button = (name: string) => screen.findByRole('button', { name });
    expect(await button('Restore version 1')).toBeEnabled();
    act(() => void store.dispatch(restoreAsked({ projectId: 'another', sheetId: 'tea', n: 1 })));
    expect(await button('Restore version 1')).toBeDisabled();
    expect(await button('Upload a new version')).toBeDisabled();
  });

  it('has to be resumed before it gets a new version', async () => {
    open({ status: 'paused' }, listed);
    expect(await screen.findByRole('button', { name: 'Upload a new version' })).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Restore version 1' })).toBeDisabled();
  });
});

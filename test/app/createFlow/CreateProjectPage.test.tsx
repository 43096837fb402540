import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SheetPreview } from '../../../src/contract/projects';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { coffeeDraft, projectOf, refused, timedOut } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';

appTests();

const preview: SheetPreview = {
  title: 'Coffee roasters 2025',
  source: 'googleLink',
  writable: false,
  tabs: [
    { sheetId: 0, title: 'roasters', rows: 48, columns: 7 },
    { sheetId: 7, title: 'S&P 500', rows: 1, columns: 1 },
  ],
};

const CREATE = 'Create project with this sheet';
const EXAMPLE = /^Example: a spreadsheet open in the browser/;
const input = () => screen.getByLabelText<HTMLInputElement>('Google Sheet URL');
const line = () => document.getElementById(input().getAttribute('aria-describedby') ?? '');
const example = () => screen.queryByRole('img', { name: EXAMPLE });
const createButton = () => screen.queryByRole('button', { name: CREATE });
const drop = () => screen.queryByRole('button', { name: 'or upload a workbook (.xlsx, .ods, .csv)' });

async function open(given?: (server: TestServer) => void) {
  const opened = openApp('/projects/new', { given });
  await screen.findByRole('heading', { level: 1, name: 'Create a new project' });
  return opened;
}

/** Sets the input to a whole URL at once, as a paste does. */
const enter = (text = coffeeDraft.text) => fireEvent.change(input(), { target: { value: text } });

const passing = (server: TestServer) => void server.createFlow.check.mockResolvedValue(preview);

async function openReady(given?: (server: TestServer) => void) {
  const opened = await open((server) => {
    passing(server);
    given?.(server);
  });
  enter();
  await screen.findByText("We've got it!");
  return opened;
}

describe('idle', () => {
  it('explains what a project is and focuses the input', async () => {
    await open();
    expect(
      screen.getByText(
        'A project is one spreadsheet in your drive. Each of its sheets becomes an API endpoint that you can call.',
      ),
    ).toBeVisible();
    expect(input()).toHaveFocus();
    expect(input()).toHaveAttribute('placeholder', 'Paste a Google Sheet URL');
    expect(input()).toHaveValue('');
    expect(document.title).toBe('Create a new project · Tabpoint');
  });

  it('shows the example, the drop zone and the screenshot, without a create button', async () => {
    await open();
    expect(line()).toHaveTextContent(/^For example https:\/\/docs\.google\.com\/spreadsheets\/d\/1mXv8…\/edit$/);
    expect(line()).toHaveAttribute('role', 'status');
    expect(drop()).toBeEnabled();
    expect(example()).toHaveAttribute('width', '760');
    expect(example()).toHaveAttribute('height', '292');
    expect(createButton()).toBeNull();
  });
});

describe('invalid', () => {
  it('shows an error under the input, keeps the text, and can be cleared', async () => {
    const { user } = await open();
    await user.type(input(), 'coffee');
    expect(line()).toHaveTextContent(/^Please enter a valid Google Sheets URL$/);
    expect(input()).toBeInvalid();
    expect(input()).toHaveValue('coffee');
    expect(example()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(input()).toHaveValue('');
    expect(input()).toHaveFocus();
    expect(line()).toHaveTextContent('For example');
  });

  it('suggests the corrected URL and checks it when the suggestion is chosen', async () => {
    const { user, server } = await open(passing);
    const id = '1mXv8qKc4TzR2eWj7uYb0LsHn5pGdA';
    enter(`docs.google.com/spreadsheets/u/1/d/${id}/edit#gid=0`);
    expect(line()).toHaveTextContent(/^Please enter a valid Google Sheets URL$/);
    expect(screen.getByText(`https://docs.google.com/spreadsheets/d/${id}`)).toBeVisible();
    expect(server.createFlow.check).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Check this URL' }));
    expect(await screen.findByText("We've got it!")).toBeVisible();
    expect(input()).toHaveValue(`https://docs.google.com/spreadsheets/d/${id}`);
  });

  it('explains what to do with a link to a file', async () => {
    await open();
    enter('https://www.dropbox.com/s/x/teas.xlsx?dl=0');
    expect(screen.getByText(/^This is the link of a file\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Check this URL' })).toBeNull();
  });

  it('does not trim typed white space', async () => {
    const { user } = await open();
    await user.type(input(), '   ');
    expect(line()).toHaveTextContent('Please enter a valid Google Sheets URL');
  });

  it('shows no error for an empty input', async () => {
    const { user } = await open();
    await user.type(input(), 'x{Backspace}');
    expect(input()).toBeValid();
    expect(line()).toHaveTextContent('For example');
  });
});

describe('pasting', () => {
  it('trims outer white space, unlike typing', async () => {
    const { user, server } = await open(passing);
    await user.click(input());
    await user.paste(`  ${coffeeDraft.text}\n`);
    expect(input()).toHaveValue(coffeeDraft.text);
    await screen.findByText("We've got it!");
    expect(server.createFlow.check.mock.calls[0]).toEqual([coffeeDraft.sheetId, expect.any(AbortSignal)]);
  });

  it('"Paste" reads the clipboard', async () => {
    const { user } = await open(passing);
    await user.click(input());
    await navigator.clipboard.writeText(`\t${coffeeDraft.text} `);
    await user.click(screen.getByRole('button', { name: /^Paste/ }));
    expect(await screen.findByText("We've got it!")).toBeVisible();
    expect(input()).toHaveValue(coffeeDraft.text);
  });

  it('"Paste" is hidden if the browser does not support it', async () => {
    const opened = openApp('/projects/new');
    const clipboard = jest.spyOn(navigator.clipboard, 'readText');
    Object.defineProperty(navigator.clipboard, 'readText', { value: undefined, configurable: true });
    await screen.findByRole('heading', { level: 1, name: 'Create a new project' });
    expect(screen.queryByRole('button', { name: /^Paste/ })).toBeNull();
    expect(opened.store.getState().createFlow?.phase).toBe('idle');
    clipboard.mockRestore();
  });
});

describe('checking', () => {
  it('disables the input and the drop zone and shows the progress; the example stays', async () => {
    await open();
    enter();
    expect(input()).toBeDisabled();
    expect(input()).toHaveValue(coffeeDraft.text);
    expect(line()).toHaveTextContent(/^Loading spreadsheet information\.\.\.$/);
    expect(drop()).toBeDisabled();
    expect(example()).not.toBeNull();
    expect(createButton()).toBeNull();
  });

  it('Esc cancels it', async () => {
    const { user } = await open();
    enter();
    await user.keyboard('{Escape}');
    expect(input()).toBeEnabled();
    expect(input()).toHaveValue('');
    expect(input()).toHaveFocus();
  });
});

describe('previewReady', () => {
  it('shows the preview, with its heading focused', async () => {
    await openReady();
    expect(screen.getByRole('heading', { level: 2, name: 'Coffee roasters 2025' })).toHaveFocus();
    expect(screen.getByText('Google Sheets, link-shared, 49 rows')).toBeVisible();
    expect(screen.getByText('Read only: share it with your connected account to write.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Available sheets' })).toBeVisible();
    const tabs = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'roastershttp://localhost/v1/…/roasters48 rows, 7 columns',
      'S&P 500http://localhost/v1/…/S%26P%205001 row, 1 column',
    ]);
  });

  it('shows the create button, no text under the input, and no example', async () => {
    await openReady();
    expect(createButton()).toBeEnabled();
    expect(line()).toBeEmptyDOMElement();
    expect(input()).toBeEnabled();
    expect(example()).toBeNull();
    expect(drop()).toBeNull();
  });

  it('says that the spreadsheet has no sheets; it can still be created', async () => {
    await open((server) => void server.createFlow.check.mockResolvedValue({ title: 'Nothing', tabs: [] }));
    enter();
    expect(await screen.findByText('No sheets in this spreadsheet.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Available sheets' })).toBeVisible();
    expect(createButton()).not.toBeNull();
  });

  it('says that the spreadsheet already has a project, and links to it', async () => {
    await open((server) => void server.createFlow.check.mockResolvedValue({ ...preview, alreadyProject: 'k3v9' }));
    enter();
    expect(await screen.findByText(/^You have a project of this sheet;/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/projects/k3v9/roasters');
    expect(createButton()).toBeEnabled();
  });

  it('"Change" selects the text, and every change clears the preview', async () => {
    const { user } = await openReady();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(input()).toHaveFocus();
    expect([input().selectionStart, input().selectionEnd]).toEqual([0, coffeeDraft.text.length]);
    await user.keyboard('x');
    expect(screen.queryByText("We've got it!")).toBeNull();
    expect(line()).toHaveTextContent('Please enter a valid Google Sheets URL');
  });

  it('Esc clears it', async () => {
    const { user } = await openReady();
    await user.keyboard('{Escape}');
    expect(input()).toHaveValue('');
    expect(screen.queryByText("We've got it!")).toBeNull();
    expect(example()).not.toBeNull();
  });
});

describe('creating', () => {
  it.each(['Enter', 'the button'])(
    '%s creates the project: the button loads, the input is disabled, a second press is ignored',
    async (how) => {
      const { user, server } = await openReady();
      const button = createButton() as HTMLElement;
      if (how === 'Enter') await user.keyboard('{Enter}');
      else await user.click(button);
      expect(button).toHaveAttribute('aria-busy', 'true');
      expect(button).toHaveTextContent(CREATE);
      expect(input()).toBeDisabled();
      expect(line()).toBeEmptyDOMElement();
      expect(screen.getByText("We've got it!")).toBeVisible();
      await user.click(button);
      await user.keyboard('{Enter}');
      expect(server.createFlow.create).toHaveBeenCalledTimes(1);
    },
  );

  it('then goes to the project list with the new project; the page is idle afterwards', async () => {
    const created = projectOf({ id: 'new', title: 'Coffee roasters 2026' });
    const { user } = await openReady((server) => {
      server.createFlow.create.mockResolvedValue(created);
      server.projects.list.mockResolvedValue([created]);
    });
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: 'Coffee roasters 2026' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
    await user.click(screen.getByRole('link', { name: 'New project' }));
    await screen.findByRole('heading', { name: 'Create a new project' });
    expect(input()).toHaveValue('');
    expect(input()).toHaveFocus();
  });
});

describe('a failed check', () => {
  const checkFails = (error: Error) => (server: TestServer) => void server.createFlow.check.mockRejectedValue(error);

  it('shows why under the input, keeps the text, and offers no create button', async () => {
    await open(checkFails(refused(422, { detail: 'There is no spreadsheet at this URL.' })));
    enter();
    await waitFor(() => expect(line()).toHaveTextContent('There is no spreadsheet at this URL.'));
    expect(input()).toBeEnabled();
    expect(input()).toHaveFocus();
    expect(input()).toBeInvalid();
    expect(input()).toHaveValue(coffeeDraft.text);
    expect(drop()).toBeEnabled();
    expect(example()).not.toBeNull();
    expect(createButton()).toBeNull();
  });

  it('"Try again" checks the same text again', async () => {
    const { user, server } = await open((server) => {
      server.createFlow.check.mockRejectedValueOnce(timedOut()).mockResolvedValue(preview);
    });
    enter();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText("We've got it!")).toBeVisible();
    expect(server.createFlow.check.mock.calls.map(([sheetId]) => sheetId)).toEqual(['coffee-1', 'coffee-1']);
  });

  it('explains how to share a private sheet, by the error code', async () => {
    await open(checkFails(refused(422, { code: 'source_private', detail: 'No access.' })));
    enter();
    expect(await screen.findByText('Anyone with the link')).toBeVisible();
  });

  it('names the address to share a private sheet with, if the server has one', async () => {
    const shareWith = 'tabpoint@tea-house.iam.gserviceaccount.com';
    await open(checkFails(refused(422, { code: 'source_private', detail: 'No access.', shareWith })));
    enter();
    expect(await screen.findByRole('heading', { name: 'Two ways to give access' })).toBeVisible();
    const way = screen.getByText('Share it with this server').parentElement as HTMLElement;
    expect(way).toHaveTextContent(shareWith);
    expect(within(way).getByRole('button', { name: 'Copy' })).toBeEnabled();
  });

  it('ignores an error message that looks like a code', async () => {
    await open(checkFails(refused(422, { detail: 'This spreadsheet is private.' })));
    enter();
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('Anyone with the link')).toBeNull();
  });
});

describe('a failed create', () => {
  it('links to the plans if the plan is full, by the error code', async () => {
    const full = refused(403, { code: 'plan_limit', detail: 'Your plan has room for 3 projects.' });
    const { user } = await openReady((server) => void server.createFlow.create.mockRejectedValue(full));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/upgrade');
  });

  it('keeps the card without its button, and "Try again" checks; it never creates', async () => {
    const error = refused(422, { detail: 'Google did not answer in time.' });
    const { user, server } = await openReady((server) => void server.createFlow.create.mockRejectedValue(error));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(line()).toHaveTextContent('Google did not answer in time.'));
    expect(screen.getByText("We've got it!")).toBeVisible();
    expect(createButton()).toBeNull();
    expect(input()).toHaveFocus();
    expect(example()).toBeNull();
    expect(drop()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(createButton()).not.toBeNull());
    expect(server.createFlow.check).toHaveBeenCalledTimes(2);
    expect(server.createFlow.create).toHaveBeenCalledTimes(1);
  });
});

describe('the end of the session', () => {
  it('while checking leads to /login without an error', async () => {
    const answer = deferred<SheetPreview>();
    const { store } = await open((server) => void server.createFlow.check.mockReturnValue(answer.promise));
    enter();
    act(() => void store.dispatch(sessionEnded({ byChoice: false })));
    expect(await screen.findByRole('heading', { name: 'Log in to Tabpoint' })).toBeVisible();
    expect(store.getState().createFlow?.phase).toBe('idle');
  });
});

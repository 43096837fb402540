import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Project } from '../../../src/contract/projects';
import { networkGone, refused } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import { keyOf } from '../keys/keyFixtures';
import type { TriedAnswer } from '../../../src/app/tryIt/tryItApi';
import { answerOf, coffee, columns, first, problemOf } from './samples';

appTests();

const writer = keyOf({ kind: 'secret', scopes: ['read', 'create', 'update'] });

async function open(call = '', given: (server: TestServer) => void = () => undefined, project: Project = coffee) {
  const opened = openApp(`/projects/${coffee.id}/beans?view=api${call}`, {
    projects: [project],
    given: (server) => {
      server.columns.read.mockResolvedValue({ columns, first });
      server.keys.list.mockResolvedValue([writer]);
      given(server);
    },
  });
  await screen.findByRole('button', { name: /^Send/ });
  return opened;
}

const part = (name: string) => within(screen.getByRole('region', { name }));
const code = () => part('Code').getByRole('tabpanel').textContent;
const sentBy = (server: TestServer) => server.tryIt.send.mock.calls.map(([request]) => request);
const keyField = () => screen.getByLabelText('key');
const send = () => screen.getByRole('button', { name: /^Send/ });

const KEY = 'tp_pk_0123456789abcdefghijmine';

/** Permissions of a key for the call "Add a row". */
const CREATES = {
  name: 'Till',
  kind: 'secret',
  scopes: ['create'],
  tabs: [coffee.tabs.find(({ title }) => title === 'beans')?.sheetId],
};

async function makeKeyThere(user: UserEvent) {
  const form = within(await screen.findByRole('alertdialog', { name: 'New key' }));
  expect(form.getByRole('checkbox', { name: 'Add rows' })).toBeChecked();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Till');
  await user.click(form.getByRole('button', { name: 'Make key' }));
}

describe('the documentation', () => {
  it('has the six calls with their paths, none struck through for the owner, who may make them all', async () => {
    await open();
    const calls = within(screen.getByRole('navigation', { name: 'Calls' })).getAllByRole('link');
    expect(calls.map(({ textContent }) => textContent)).toEqual([
      'GETList rows/beans',
      'GETGet a row/beans/{id}',
      'POSTAdd a row/beans',
      'PATCHChange a row/beans/{id}',
      'PUTReplace a row/beans/{id}',
      'DELETEDelete a row/beans/{id}',
    ]);
    expect(calls[0]).toHaveAttribute('aria-current', 'true');
    expect(within(calls[5] as HTMLElement).getByText('DELETE').tagName).toBe('SPAN');
  });

  it('strikes out the calls that nobody may make on this sheet', async () => {
    await open('', undefined, { ...coffee, writable: false });
    const calls = within(screen.getByRole('navigation', { name: 'Calls' })).getAllByRole('link');
    expect(calls[5]).toHaveTextContent('DELETEDelete a row (read only)/beans/{id}');
    expect(within(calls[5] as HTMLElement).getByText('DELETE').tagName).toBe('S');
    expect(within(calls[0] as HTMLElement).getByText('GET').tagName).toBe('SPAN');
  });

  it('describes a call with the columns of this tab', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'List rows' })).toBeVisible();
    const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(names).toEqual(
      expect.arrayContaining([
        'origin text',
        'price__gte number',
        '_limit integer, 100',
        '_offset integer, 0',
        '200',
        '429',
      ]),
    );
    expect(screen.getByText('-price')).toBeVisible();
  });

  it('has a URL for each call', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('link', { name: /Add a row/ }));
    expect(window.location.search).toBe('?view=api&call=add');
    expect(screen.getByRole('heading', { name: 'Add a row' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Body' })).toBeVisible();
    expect(code()).toContain('method: "POST"');
  });

  it('links to the OpenAPI file', async () => {
    await open();
    const link = screen.getByRole('link', { name: 'OpenAPI file' });
    expect(link).toHaveAttribute('href', `${window.location.origin}/api/projects/${coffee.id}/openapi.json`);
    expect(link).toHaveAttribute('download');
  });

  it('shows that the columns did not load, and loads them again; calls work meanwhile', async () => {
    const { user, server } = await open('', (to) => void to.columns.read.mockRejectedValueOnce(refused(503)));
    expect(screen.getByRole('alert')).toHaveTextContent('The columns did not load. Calls still work.');
    expect(send()).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox', { name: 'Column' })).toHaveValue('origin');
    expect(server.columns.read).toHaveBeenCalledTimes(2);
  });
});

describe('the snippet', () => {
  it('updates while typing', async () => {
    const { user } = await open();
    expect(code()).toContain('url.searchParams.set("origin", "Ethiopia");');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Column' }), 'price');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Operator' }), '≥');
    await user.clear(screen.getByRole('textbox', { name: 'Value' }));
    await user.type(screen.getByRole('textbox', { name: 'Value' }), '12');
    await user.type(keyField(), KEY);
    expect(code()).toContain('url.searchParams.set("price__gte", "12");');
    expect(code()).toContain('Authorization: "Bearer tp_pk_••••mine"');
    expect(part('Try it').getByText('?price__gte=12&_limit=2')).toBeVisible();
  });

  it('is in the chosen language, also chosen by arrow keys, which is stored', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'TypeScript' }));
    expect(code()).toMatch(/^interface Row \{\n {2}_id: string;\n {2}name: string;/);
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Python', selected: true })).toHaveFocus();
    expect(code()).toMatch(/^import requests/);
    expect(window.localStorage.getItem('tabpoint.snippetLanguage')).toBe('python');
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await navigator.clipboard.readText()).toBe(code());
  });

  it('wraps from the last language to the first and back; Home and End go to either', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Go' }));
    for (const [key, name] of [
      ['ArrowRight', 'curl'],
      ['ArrowLeft', 'Go'],
      ['Home', 'curl'],
      ['End', 'Go'],
    ]) {
      await user.keyboard(`{${key}}`);
      expect(screen.getByRole('tab', { name, selected: true })).toHaveFocus();
    }
  });
});

describe('Try it', () => {
  it('sends, and shows status, time, size, revision, headers and body', async () => {
    const { user, server } = await open('', (to) => void to.tryIt.send.mockResolvedValue(answerOf()));
    await user.click(send());
    const tried = part('Try it');
    expect(await tried.findByText('200 OK')).toBeVisible();
    expect(tried.getByText('Answered with 200 in 38 ms.')).toHaveAttribute('role', 'status');
    expect(sentBy(server)).toEqual([
      { method: 'GET', path: '/v1/k3v9tq2mxa7rfw5d/beans?origin=Ethiopia&_limit=2', asOwner: false },
    ]);
    for (const text of ['38 ms', '604 B', '17']) expect(tried.getAllByText(text)[0]).toBeVisible();
    const body = tried.getByRole('region', { name: 'Response body' });
    expect(body).toHaveTextContent('"name": "Kochere Natural"');
    await user.click(within(body).getByRole('button', { name: 'data', expanded: true }));
    expect(body).toHaveTextContent('"data": [ … 1 ],');
    expect(body).not.toHaveTextContent('Kochere');
    await user.click(tried.getByRole('button', { name: 'Headers' }));
    expect(tried.getByText('x-tabpoint-revision')).toBeVisible();
    await user.click(tried.getByRole('button', { name: 'Copy response' }));
    expect(await navigator.clipboard.readText()).toBe(answerOf().body);
  });

  it('shows the elapsed time during a call; Esc cancels, and the button keeps the focus', async () => {
    const { user, server } = await open(
      '',
      (to) => void to.tryIt.send.mockReturnValue(deferred<TriedAnswer>().promise),
    );
    await user.click(send());
    expect(screen.getByText('Sending')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(send()).toHaveFocus();
    expect(server.tryIt.send.mock.calls[0]?.[1].aborted).toBe(true);
  });

  it.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])('sends with %s while typing', async (keys) => {
    const { user, server } = await open('', (to) => void to.tryIt.send.mockResolvedValue(answerOf()));
    await user.click(screen.getByRole('textbox', { name: '_limit' }));
    await user.keyboard(`5${keys}`);
    expect(await screen.findByText('200 OK')).toBeVisible();
    expect(sentBy(server)[0]?.path).toContain('_limit=25');
  });

  it('warns that a call writes, and sends the body and the key', async () => {
    const { user, server } = await open('&call=add', (to) => {
      to.tryIt.send.mockResolvedValue(answerOf({ status: 201, statusText: 'Created' }));
    });
    expect(screen.getByText('Send adds a real row to your sheet.')).toBeVisible();
    const body = screen.getByRole('textbox', { name: 'body' });
    await user.clear(body);
    await user.type(body, '{{"name":');
    await user.click(send());
    expect(body).toHaveAccessibleDescription('This is not JSON yet.');
    expect(server.tryIt.send).not.toHaveBeenCalled();
    await user.type(body, '"Assam"}');
    await user.type(keyField(), 'tp_sk_mine');
    await user.click(send());
    expect(await screen.findByText('201 Created')).toBeVisible();
    expect(sentBy(server)).toEqual([
      {
        method: 'POST',
        path: '/v1/k3v9tq2mxa7rfw5d/beans',
        secret: 'tp_sk_mine',
        asOwner: false,
        body: '{"name":"Assam"}',
      },
    ]);
  });

  it('asks for confirmation before a row is deleted', async () => {
    const { user, server } = await open('&call=delete', (to) => {
      to.tryIt.send.mockResolvedValue(answerOf({ status: 204, statusText: 'No Content', body: '', bytes: 0 }));
    });
    await user.click(send());
    await user.click(screen.getByRole('button', { name: 'Keep row' }));
    expect(server.tryIt.send).not.toHaveBeenCalled();
    await user.click(send());
    expect(screen.getByRole('alertdialog', { name: 'Delete this row?' })).toHaveTextContent('r_8k2f');
    await user.click(screen.getByRole('button', { name: 'Delete row' }));
    expect(await screen.findByText('204 No Content')).toBeVisible();
    expect(screen.getByText('There is no body.')).toBeVisible();
    expect(sentBy(server)[0]).toEqual({
      method: 'DELETE',
      path: '/v1/k3v9tq2mxa7rfw5d/beans/r_8k2f',
      asOwner: true,
    });
  });

  it.each<[string, TriedAnswer]>([
    ['an unknown key', problemOf(401, 'unknown_key')],
    ['a key without the permission', problemOf(403, 'missing_scope')],
  ])('rejected for %s: shows the response, and offers a key with the missing permission', async (_why, answer) => {
    const { user, server } = await open('&call=add', (to) => void to.tryIt.send.mockResolvedValue(answer));
    await user.type(keyField(), KEY);
    await user.click(send());
    const make = await screen.findByRole('button', { name: 'make one.' });
    expect(make.parentElement).toHaveTextContent(
      'Paste a key that may create, or make one. Without a key, Send goes as you.',
    );
    expect(screen.getByRole('region', { name: 'Response body' })).toHaveTextContent('"detail": "No."');
    await user.click(make);
    await makeKeyThere(user);
    expect(server.keys.make.mock.calls[0]?.[1]).toMatchObject(CREATES);
  });

  it('without a key is sent as the owner, with a link to create a key with the same permissions', async () => {
    const { user, server } = await open('&call=add', (to) => void to.tryIt.send.mockResolvedValue(answerOf()));
    expect(screen.getByText(/^Sent as you, signed in\. Programs need a key that may create\./)).toBeVisible();
    await user.click(send());
    await screen.findByText('200 OK');
    expect(sentBy(server)[0]).toMatchObject({ asOwner: true });
    expect(sentBy(server)[0]).not.toHaveProperty('secret');
    await user.click(screen.getByRole('button', { name: 'Make one' }));
    await makeKeyThere(user);
    expect(server.keys.make.mock.calls[0]?.[1]).toMatchObject(CREATES);
  });

  it('masks the key, also in the snippet; the copied text contains it', async () => {
    const { user } = await open();
    await user.type(keyField(), KEY);
    expect(keyField()).toHaveAttribute('type', 'password');
    expect(code()).not.toContain(KEY);
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await navigator.clipboard.readText()).toContain(KEY);
    await user.click(screen.getByRole('button', { name: 'Show the key' }));
    expect(keyField()).toHaveAttribute('type', 'text');
    expect(code()).toContain(KEY);
    await user.click(screen.getByRole('button', { name: 'Hide the key' }));
    expect(code()).not.toContain(KEY);
  });

  it('rejected for a key of other sites: shows the response, and links to the fix', async () => {
    const answer = problemOf(403, 'origin_refused');
    const { user } = await open('&call=add', (to) => void to.tryIt.send.mockResolvedValue(answer));
    await user.click(send());
    const link = await screen.findByRole('link', { name: /in Access\.$/ });
    expect(link.parentElement).toHaveTextContent('Paste a key for this site, or add the site in Access.');
    expect(screen.getByRole('region', { name: 'Response body' })).toHaveTextContent('"detail": "No."');
    await user.click(link);
    expect(await screen.findByRole('heading', { name: 'Who may call' })).toBeVisible();
  });

  it('shows that the network is offline', async () => {
    const { user } = await open('', (to) => void to.tryIt.send.mockRejectedValue(networkGone()));
    await user.click(send());
    expect((await screen.findByRole('alert')).textContent).toBe('The server could not be reached.');
    expect(send()).toBeEnabled();
  });

  it('clears the response when the call changes, and keeps the key on this page', async () => {
    const { user } = await open('', (to) => void to.tryIt.send.mockResolvedValue(answerOf()));
    await user.type(keyField(), 'tp_sk_mine');
    await user.click(send());
    await screen.findByText('200 OK');
    await user.click(screen.getByRole('link', { name: /Get a row/ }));
    expect(screen.queryByText('200 OK')).toBeNull();
    expect(keyField()).toHaveValue('tp_sk_mine');
    expect(JSON.stringify({ ...window.localStorage, ...window.sessionStorage })).not.toContain('tp_sk_mine');
    await user.click(screen.getByRole('link', { name: 'Data' }));
    await user.click(screen.getByRole('link', { name: 'API' }));
    expect(await screen.findByLabelText('key')).toHaveValue('');
  });

  it('shows the start of a large body, all of it on request, and renders few of its lines', async () => {
    const rows = Array.from({ length: 8_000 }, (_, at) => ({ _id: `r_${at}`, note: 'x'.repeat(20) }));
    const body = JSON.stringify({ data: rows });
    const answer = answerOf({ body, bytes: body.length });
    const { user } = await open('', (to) => void to.tryIt.send.mockResolvedValue(answer));
    await user.click(send());
    const shown = await screen.findByRole('region', { name: 'Response body' });
    expect(shown.textContent.trimEnd().split('\n')).toHaveLength(500);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
    expect(shown.textContent.split('\n').length).toBeLessThan(200);
    expect(within(shown).getByText('"r_0"')).toBeInTheDocument();
  });

  it('shows hostile text as text', async () => {
    const body = JSON.stringify({ '<img src=x onerror=alert(1)>': '</pre><script>alert(1)</script>' });
    const { user } = await open('', (to) => void to.tryIt.send.mockResolvedValue(answerOf({ body })));
    await user.click(send());
    const shown = await screen.findByRole('region', { name: 'Response body' });
    expect(shown).toHaveTextContent('</pre><script>alert(1)</script>');
    expect(shown.querySelector('img, script')).toBeNull();
  });
});

it('private: the snippet has a placeholder for the key, and Send goes as the owner', async () => {
  const answered = (to: TestServer) => void to.tryIt.send.mockResolvedValue(answerOf());
  const { user, server } = await open('', answered, { ...coffee, access: 'private' });
  expect(code()).toContain('Bearer YOUR_KEY');
  await user.click(send());
  await screen.findByText('200 OK');
  expect(sentBy(server)[0]).toMatchObject({ asOwner: true });
});

it('public: reading needs no key', async () => {
  await open();
  expect(screen.getByText('Sent without one: anyone may read.')).toBeVisible();
});

it('read only: shown at the calls that write', async () => {
  await open('', undefined, { ...coffee, writable: false });
  await waitFor(() => expect(screen.getAllByText(/\(read only\)/)).toHaveLength(4));
});

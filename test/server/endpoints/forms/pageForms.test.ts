import type { NewKey } from '../../../../src/contract/keys';
import { problemCodes } from '../../../../src/contract/problems';
import { problemPage } from '../../../../src/server/endpoints/forms/pageForms';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { newAddress } from '../../../fixtures/people';
import { makeKey } from '../../keys/keyOf';
import { writable } from '../write/writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const SITE = 'https://cafes.example';

/** Headers that browsers send with a form of a page. */
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  origin: SITE,
  'sec-fetch-mode': 'navigate',
};

/** Creates a publishable key that can add rows, from pages of one site or of all. */
const formKey = async (sites: Pick<NewKey, 'origins'> = { origins: [SITE] }) => {
  const wish: Partial<NewKey> = { kind: 'publishable', scopes: ['create'], tabs: [cafes.sheetId], ...sites };
  return (await makeKey(test, cafes.owner, cafes.project.id, wish)).secret;
};

const EVERY_SITE = {};

const post = (
  fields: Record<string, string>,
  headers: Record<string, string> = BROWSER,
  method: 'POST' | 'PATCH' = 'POST',
) =>
  test.app.inject({
    method,
    url: cafes.base,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    remoteAddress: newAddress(),
    payload: new URLSearchParams(fields).toString(),
  });

const names = async () => (await cafes.rows('&_sort=_row')).map(({ Name }) => Name);
const BEFORE = ['Kaffa', 'Bønne', 'Prufrock'];

describe('a form with its key in a field', () => {
  it('adds a row, and its visitor gets a page of thanks', async () => {
    const answer = await post({ _key: await formKey(), Name: 'Tim <b>W</b>', City: 'Oslo', Founded: '2007' });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'/);
    expect(answer.body).toContain('<h1>Thank you</h1>');
    expect(answer.body).toContain(`<a href="${SITE}">Back to cafes.example</a>`);
    const [row] = await cafes.rows('&Name__startswith=Tim');
    expect(row).toMatchObject({ Name: 'Tim <b>W</b>', City: 'Oslo', Founded: 2007 });
    expect(Object.keys(row ?? {})).not.toContain('_key');
  });

  it('stores the checked boxes of a group in one cell, and refuses a parameter that is repeated', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (payload: string) =>
      test.app.inject({ method: 'POST', url: cafes.base, headers, remoteAddress: newAddress(), payload });
    const key = await formKey(EVERY_SITE);
    const added = await send(`_key=${key}&Name=Kaffa%20II&City=&City=Oslo&City=Bergen&City=`);
    expect(added.statusCode).toBe(201);
    expect((await cafes.rows('&Name=Kaffa%20II'))[0]).toMatchObject({ City: 'Oslo, Bergen' });
    expect((await send(`_key=${key}&_key=${key}&Name=x`)).json()).toMatchObject({
      status: 400,
      detail: 'The form names “_key” more than once.',
    });
  });

  it('is answered with JSON unless the client accepts HTML', async () => {
    const answer = await post({ _key: await formKey(), Name: 'Fuglen' }, { accept: '*/*' });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.json()).toMatchObject({ data: { Name: 'Fuglen' } });
  });

  it('redirects to a page of the site', async () => {
    const fields = { _key: await formKey(), _redirect: `${SITE}/thanks?a=1#b`, Name: 'Fuglen' };
    const answer = await post(fields);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(`${SITE}/thanks?a=1#b`);
    expect(answer.body).toBe('');
    expect(await names()).toEqual([...BEFORE, 'Fuglen']);
  });

  it('can redirect with a key in a header', async () => {
    const key = await formKey();
    const answer = await post(
      { _redirect: `${SITE}/thanks`, Name: 'Fuglen' },
      { ...BROWSER, authorization: `Bearer ${key}` },
    );
    expect(answer.statusCode).toBe(303);
  });

  it.each([
    ['another site', 'https://evil.example/'],
    ['a site whose name begins with it', `${SITE}.evil.example/`],
    ['a site that has it as a user name', `${SITE}@evil.example/`],
    ['another scheme', 'http://cafes.example/'],
    ['a script', 'javascript:alert(1)'],
    ['a relative address', '/thanks'],
    ['nothing', ''],
    ['a line break', `${SITE}/\r\nSet-Cookie: a=b`.replace(SITE, 'https://evil.example')],
  ])('does not redirect elsewhere: %s', async (_what, address) => {
    const answer = await post({ _key: await formKey(), _redirect: address, Name: 'Fuglen' });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.body).toContain('Nothing was stored.');
    expect(await names()).toEqual(BEFORE);
  });

  it('does not redirect if the key is for every site', async () => {
    const key = await formKey(EVERY_SITE);
    const answer = await post({ _key: key, _redirect: `${SITE}/`, Name: 'Fuglen' }, { accept: '*/*' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: '_redirect' }] });
    expect(await names()).toEqual(BEFORE);
  });

  it.each([
    ['a page of another site', { ...BROWSER, origin: 'https://evil.example' }],
    ['a page of no site', { ...BROWSER, origin: 'null' }],
  ])('adds nothing from %s', async (_from, headers) => {
    const answer = await post({ _key: await formKey(), Name: 'Fuglen' }, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('This key does not work on pages of');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(await names()).toEqual(BEFORE);
  });
});

describe('a key in a form', () => {
  it('must be publishable', async () => {
    const answer = await post({ _key: cafes.key, Name: 'Fuglen' }, { accept: '*/*' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: '_key' }] });
    expect(answer.body).not.toContain(cafes.key);
    expect(await names()).toEqual(BEFORE);
  });

  it.each(['', 'x', `tp_pk_${'a'.repeat(43)}`])('must be one of the project’s: “%s”', async (key) => {
    const answer = await post({ _key: key, Name: 'Fuglen' }, { accept: '*/*' });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unknown_key' });
  });

  it('cannot be combined with another key', async () => {
    const headers = { accept: '*/*', authorization: `Bearer ${cafes.key}` };
    const answer = await post({ _key: await formKey(), Name: 'Fuglen' }, headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ detail: 'This request carries two different keys. Send one.' });
    expect(await names()).toEqual(BEFORE);
  });

  it('needs the scope of the request', async () => {
    const answer = await post({ _key: await formKey(), Name: 'Fuglen' }, { accept: '*/*' }, 'PATCH');
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'missing_scope' });
  });

  it('is an ordinary field where no key is needed', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/projects/${cafes.project.id}/tabs/${cafes.sheetId}/rows`,
      headers: { ...cafes.owner.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'Name=Fuglen&_key=x',
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('_key');
  });
});

describe('the page for visitors', () => {
  it('says why a form was refused', async () => {
    const answer = await post({ _key: await formKey(), Name: 'Fuglen', Founded: '<script>alert(1)</script>' });
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('Founded');
    expect(answer.body).not.toContain('<script');
  });

  it('escapes names of fields', async () => {
    const answer = await post({ _key: await formKey(), '"><img src=x onerror=alert(1)>': 'x' });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('&lt;img');
    expect(answer.body).not.toContain('<img');
  });

  it('says that a key is missing', async () => {
    const answer = await post({ Name: 'Fuglen' });
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('“_key”');
  });

  it.each([
    ['invalid_rows', true],
    ['source_unconfirmed', false],
    ['internal', false],
  ] as const)('says that nothing was stored only if that is certain: %s', (code, isKnown) => {
    const html = problemPage({ ...problemCodes[code], type: '', code, detail: 'x', requestId: '1' });
    expect([html.includes('Nothing was stored.'), html.includes('not known')]).toEqual([isKnown, !isKnown]);
  });

  it('has no link without a site', async () => {
    const answer = await post({ _key: await formKey(EVERY_SITE), Name: 'Fuglen' }, { ...BROWSER, origin: 'null' });
    expect(answer.statusCode).toBe(201);
    expect(answer.body).not.toContain('<a ');
  });
});

import { createHash } from 'node:crypto';
import { type GoogleDouble, startGoogleDouble } from '../../fixtures/google/googleDouble';
import { type GoogleFile, moment, TEA_TABS } from '../../fixtures/google/googleWorld';

let google: GoogleDouble;
let file: GoogleFile;
let token: string;
beforeAll(async () => {
  google = await startGoogleDouble();
});
beforeEach(async () => {
  google.faults.clear();
  file = google.world.add('Tea house', TEA_TABS, { sharing: 'private', editors: ['mara@gmail.example'] });
  ({ access_token: token } = (await (await allowed()).json()) as { access_token: string });
});
afterAll(() => google.close());

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
const BACK = 'http://localhost:4000/api/google/callback';
const client = { client_id: 'double-client', client_secret: 'double-secret' };

const origin = () => google.origins[0];
const form = (path: string, fields: Record<string, string>) =>
  fetch(origin() + path, { method: 'POST', body: new URLSearchParams(fields) });

/** Presses a button of the consent page. */
async function consent(answer: 'allow' | 'deny', more: Record<string, string> = {}) {
  const asked = {
    client_id: client.client_id,
    redirect_uri: BACK,
    response_type: 'code',
    scope: SCOPE,
    state: 's t',
    ...more,
  };
  const page = await (await fetch(`${origin()}/o/oauth2/v2/auth?${new URLSearchParams(asked).toString()}`)).text();
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)">(?!Continue|Cancel)/g)].map(
    ([, name = '', value = '']) => [name, value],
  );
  const query = new URLSearchParams([...fields, ['answer', answer]]);
  const { headers } = await fetch(`${origin()}/o/oauth2/v2/auth/consent?${query.toString()}`, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '').searchParams;
}

/** Returns the first token of a person who allows the requested scope. */
async function allowed(more: Record<string, string> = {}, verifier: Record<string, string> = {}) {
  const code = (await consent('allow', more)).get('code') ?? '';
  return form('/token', { ...client, grant_type: 'authorization_code', code, redirect_uri: BACK, ...verifier });
}

const call = async (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}, own = token) => {
  const answer = await fetch(origin() + path, {
    method,
    headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const sheets = (rest: string, options?: { method?: string; body?: unknown }) =>
  call(`/v4/spreadsheets/${file.id}${rest}`, options);

describe('the consent page', () => {
  it('redirects with a code, or with the error', async () => {
    expect((await consent('deny')).toString()).toBe('state=s+t&error=access_denied');
    expect(Object.keys(Object.fromEntries(await consent('allow')))).toEqual(['state', 'code', 'scope']);
  });

  it('issues a token for a code once, and only to its client', async () => {
    const code = (await consent('allow')).get('code') ?? '';
    const redeem = (more = {}) =>
      form('/token', { ...client, grant_type: 'authorization_code', code, redirect_uri: BACK, ...more });
    const first = (await (await redeem()).json()) as Record<string, unknown>;
    expect(first).toMatchObject({
      expires_in: 3599,
      scope: SCOPE,
      token_type: 'Bearer',
      refresh_token: expect.any(String),
    });
    expect(await (await redeem()).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await redeem({ client_secret: 'other' })).status).toBe(401);
  });

  it('requires the verifier of the challenge', async () => {
    const challenge = createHash('sha256').update('verifier').digest('base64url');
    const asked = { code_challenge: challenge, code_challenge_method: 'S256' };
    expect((await allowed(asked, { code_verifier: 'other' })).status).toBe(400);
    expect((await allowed(asked, { code_verifier: 'verifier' })).status).toBe(200);
  });

  it('issues renewable tokens until either side revokes them', async () => {
    const tokens = async () => (await (await allowed()).json()) as { access_token: string; refresh_token: string };
    const renew = (refresh_token: string) => form('/token', { ...client, grant_type: 'refresh_token', refresh_token });
    const one = await tokens();
    expect(await (await renew(one.refresh_token)).json()).not.toHaveProperty('refresh_token');
    const twin = await tokens();
    expect((await form('/revoke', { token: one.access_token })).status).toBe(200);
    // The whole grant of the account to the client is revoked.
    expect((await renew(twin.refresh_token)).status).toBe(400);
    expect(await (await renew(one.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    const other = await tokens();
    google.accounts.withdraw('mara@gmail.example');
    expect((await renew(other.refresh_token)).status).toBe(400);
    expect((await call(`/v4/spreadsheets/${file.id}`, {}, other.access_token)).status).toBe(401);
  });
});

describe('reading by the Sheets API', () => {
  it('returns the requested fields', async () => {
    const fields = 'properties.title,sheets.properties(sheetId,title,hidden)';
    expect((await sheets(`?fields=${encodeURIComponent(fields)}`)).body).toEqual({
      properties: { title: 'Tea house' },
      sheets: [
        { properties: { sheetId: 0, title: 'Teas' } },
        { properties: { sheetId: 812_345_678, title: 'Opening hours' } },
        { properties: { sheetId: 1_402_220_617, title: 'Notes', hidden: true } },
      ],
    });
  });

  it('returns cells with their values and number formats', async () => {
    const fields = 'sheets(data(rowData(values(effectiveValue,effectiveFormat.numberFormat.type))))';
    const { body } = await sheets(`?includeGridData=true&fields=${encodeURIComponent(fields)}`);
    const [{ data }] = body.sheets as [{ data: [{ rowData: { values: object[] }[] }] }];
    expect(data[0].rowData[1]?.values).toEqual([
      { effectiveValue: { stringValue: 'Assam' } },
      { effectiveValue: { numberValue: 4.5 } },
      { effectiveValue: { boolValue: true } },
      { effectiveValue: { numberValue: 45_791 }, effectiveFormat: { numberFormat: { type: 'DATE' } } },
      { effectiveValue: { stringValue: '00501' } },
    ]);
  });

  it('returns several ranges at once, without trailing blanks', async () => {
    google.world.edit(file.id, ({ tabs }) => {
      if (tabs[2] !== undefined) tabs[2].title = "O'Hara 11/09";
    });
    const ranges = ['Teas!A4:E9', "'O''Hara 11/09'", "'Opening hours'!B2"].map(
      (range) => `ranges=${encodeURIComponent(range)}`,
    );
    const read = async (option: string) =>
      (
        (await sheets(`/values:batchGet?${ranges.join('&')}&valueRenderOption=${option}`)).body.valueRanges as {
          values: unknown;
        }[]
      ).map(({ values }) => values);
    expect(await read('UNFORMATTED_VALUE')).toEqual([
      [['Sencha', 9.25, true, '', '01003']],
      [['note'], ['Order more Sencha']],
      [[0.375]],
    ]);
    expect((await read('FORMATTED_VALUE'))[2]).toEqual([['09:00:00']]);
  });

  it('refuses as the API does', async () => {
    expect(await sheets('/values/Nowhere!A1')).toMatchObject({
      status: 400,
      body: { error: { code: 400, message: 'Unable to parse range: Nowhere!A1', status: 'INVALID_ARGUMENT' } },
    });
    expect(await call('/v4/spreadsheets/unknown')).toMatchObject({
      status: 404,
      body: { error: { status: 'NOT_FOUND' } },
    });
    expect(await call(`/v4/spreadsheets/${file.id}`, {}, 'other')).toMatchObject({ status: 401 });
    const strangers = google.world.add('Of others', TEA_TABS, { sharing: 'private' });
    expect(await call(`/v4/spreadsheets/${strangers.id}`)).toMatchObject({ status: 403 });
    google.faults.perMinute = 0;
    expect((await fetch(`${origin()}/v4/spreadsheets/${file.id}`)).status).toBe(429);
  });
});

describe('writing by the Sheets API', () => {
  it('appends rows below the table, texts as texts', async () => {
    const answer = await sheets('/values/Teas!A1:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS', {
      method: 'POST',
      body: { values: [['=1+1', 5, null, '', '007']] },
    });
    expect(answer.body).toMatchObject({
      tableRange: 'Teas!A1:E4',
      updates: { updatedRange: 'Teas!A5:E5', updatedRows: 1, updatedCells: 5 },
    });
    expect(file.tabs[0]?.cells[4]).toEqual(['=1+1', 5, null, null, '007']);
  });

  it('changes cells, one range or several', async () => {
    await sheets('/values/Teas!B2:C2?valueInputOption=RAW', { method: 'PUT', body: { values: [[5, null]] } });
    const data = [
      { range: 'Teas!A3', values: [['Darjeeling FF']] },
      { range: "'Opening hours'!A2:A3", values: [['Mon'], ['Sat']] },
    ];
    const both = await sheets('/values:batchUpdate', { method: 'POST', body: { valueInputOption: 'RAW', data } });
    expect(both.body).toMatchObject({ totalUpdatedRows: 3, totalUpdatedSheets: 2 });
    expect(file.tabs[0]?.cells.slice(1, 3)).toEqual([
      ['Assam', 5, true, moment('DATE', '2025-05-14'), '00501'],
      ['Darjeeling FF', 7, false, moment('DATE', '2025-03-29'), '00502'],
    ]);
  });

  it('inserts and deletes rows, all or nothing', async () => {
    const rows = (startIndex: number, endIndex: number, sheetId = 0) => ({
      range: { sheetId, dimension: 'ROWS', startIndex, endIndex },
    });
    const batch = (...requests: object[]) => sheets(':batchUpdate', { method: 'POST', body: { requests } });
    await batch({ insertDimension: rows(1, 2) }, { deleteDimension: rows(2, 3) });
    expect(file.tabs[0]?.cells.map(([name]) => name)).toEqual(['name', undefined, 'Darjeeling', 'Sencha']);
    expect((await batch({ deleteDimension: rows(0, 4) }, { deleteDimension: rows(0, 1, 99) })).status).toBe(400);
    expect(file.tabs[0]?.cells).toHaveLength(4);
  });

  it('needs an editor whose consent covers it, and changes the version', async () => {
    const scope = 'https://www.googleapis.com/auth/drive.metadata.readonly';
    const { access_token: looking } = (await (await allowed({ scope })).json()) as { access_token: string };
    const drive = async () =>
      (await call(`/drive/v3/files/${file.id}?fields=version,trashed,mimeType`, {}, looking)).body;
    expect((await call(`/drive/v3/files/${file.id}`)).status).toBe(403);
    expect(await drive()).toEqual({
      version: '1',
      trashed: false,
      mimeType: 'application/vnd.google-apps.spreadsheet',
    });
    const put = (own: string) =>
      call(
        `/v4/spreadsheets/${file.id}/values/Teas!A2?valueInputOption=RAW`,
        { method: 'PUT', body: { values: [['A']] } },
        own,
      );
    const readOnly = (await (await allowed({ scope: `${SCOPE}.readonly` })).json()) as { access_token: string };
    expect((await put(readOnly.access_token)).status).toBe(403);
    const byFilter = { method: 'POST', body: { dataFilters: [] } };
    expect(await call(`/v4/spreadsheets/${file.id}:getByDataFilter`, byFilter, readOnly.access_token)).toMatchObject({
      status: 403,
      body: { error: { status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } },
    });
    expect((await put(token)).status).toBe(200);
    expect(await drive()).toMatchObject({ version: '2' });
  });

  it('can be done without a response', async () => {
    google.faults.next('unsaid');
    await expect(
      sheets('/values/Teas!A2?valueInputOption=RAW', { method: 'PUT', body: { values: [['Assam TGFOP']] } }),
    ).rejects.toThrow();
    expect(file.tabs[0]?.cells[1]?.[0]).toBe('Assam TGFOP');
  });
});

import { gzipSync } from 'node:zlib';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { newAddress } from '../../../fixtures/people';
import { writable } from './writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeTests(() => writable(test));

const FORM = 'application/x-www-form-urlencoded';

/** Sends raw bytes. */
async function send(payload: Buffer, type: string, path = '', others: Readonly<Record<string, string>> = {}) {
  const response = await test.app.inject({
    method: 'POST',
    url: cafes.base + path,
    payload,
    remoteAddress: newAddress(),
    headers: { 'content-type': type, authorization: `Bearer ${cafes.key}`, ...others },
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('a body that is not UTF-8', () => {
  it.each([
    ['CSV', latin('Name,City\nBröd,Malmö\n'), 'text/csv', ''],
    ['JSON', latin('{"Name":"Bröd"}'), 'application/json', ''],
    ['half a character of JSON', Buffer.from('{"Name":"Brö').subarray(0, -1), 'application/json; charset=utf-8', ''],
    ['a form', latin('Name=Bröd'), FORM, ''],
    ['a form, percent-encoded', latin('Name=Br%F6d'), FORM, ''],
    ['a form’s name, percent-encoded', latin('N%F6me=x'), FORM, ''],
    ['a form, with half a character around a literal �', latin('Name=%C3%EF%BF%BD%B6'), FORM, ''],
    ['a query', latin('{"where":{"Name":{"eq":"Bröd"}}}'), 'application/json', '/_query'],
  ])('is refused, because its letters would change: %s', async (_what, body, type, path) => {
    const before = await cafes.rows();
    expect(await send(body, type, path)).toMatchObject({
      status: 400,
      body: {
        code: 'malformed_request',
        detail: 'The body is not UTF-8.',
        hint: expect.stringContaining('“CSV UTF-8”'),
      },
    });
    expect(await cafes.rows()).toEqual(before);
  });

  it.each(['iso-8859-1', '"windows-1252"', 'utf-16le'])('is refused by its charset: %s', async (charset) => {
    const { status, body } = await send(Buffer.from('Name\nBröd\n'), `text/csv; charset=${charset}`);
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    expect(body.detail).toContain(charset.replaceAll('"', ''));
  });
});

describe('a compressed body', () => {
  const bodies: [type: string, path: string, text: string][] = [
    ['application/json', '', '{"Name":"Brod"}'],
    ['text/csv', '', 'Name\nBrod\n'],
    [FORM, '', 'Name=Brod'],
    ['application/json', '/_query', '{"limit":1}'],
  ];

  it.each(bodies)('is refused, even if only its header says so: %s%s', async (type, path, text) => {
    const before = await cafes.rows();
    for (const body of [gzipSync(text), Buffer.from(text)]) {
      expect(await send(body, type, path, { 'content-encoding': 'gzip' })).toMatchObject({
        status: 415,
        headers: { 'accept-encoding': 'identity' },
        body: { code: 'unsupported_media_type', hint: expect.stringContaining('without Content-Encoding') },
      });
    }
    expect(await cafes.rows()).toEqual(before);
  });

  it('is not assumed for Content-Encoding: identity', async () => {
    const plain = { 'content-encoding': 'Identity' };
    expect((await send(Buffer.from('{"Name":"Brod"}'), 'application/json', '?_dry_run=1', plain)).status).toBe(200);
  });
});

describe('a body in UTF-8', () => {
  const text = 'Bröd � 😀';

  it.each([
    ['CSV', `Name\n${text}\n`, 'text/csv'],
    ['CSV with a byte order mark', `\ufeffName\n${text}\n`, 'text/csv; header=present; charset="UTF-8"'],
    ['JSON', JSON.stringify({ Name: text }), 'application/json; charset=utf8'],
    ['a form', `Name=${text}`, FORM],
    ['a form, percent-encoded', `Name=${encodeURIComponent(text)}`, `${FORM};charset=UTF-8`],
    ['a form with a bare percent sign', `Name=${text}&Note=100%25 or 100%`, FORM],
  ])('is stored unchanged: %s', async (_what, body, type) => {
    const answer = await send(Buffer.from(body), type);
    expect(answer.status).toBe(201);
    expect([answer.body.data].flat()[0]).toMatchObject({ Name: text });
  });

  it('can be ASCII with another charset', async () => {
    expect(await send(Buffer.from('Name\nBrod\n'), 'text/csv; charset=ISO-8859-1')).toMatchObject({ status: 201 });
  });
});

/** Whole number between the two nearest doubles, which end in 8 and 2. */
const LONG = '12345678901234567';

describe('a number with more digits than a double has', () => {
  const becomes = 'a number cannot keep so many digits: it would become 12345678901234568.';

  it.each([
    ['JSON', `{"Name":"x","Rating":${LONG}}`, 'application/json', 'Rating'],
    ['a list in JSON', `[{"Name":"\\"1,"},{"Name":"a [1","Rating" :\n-${LONG} }]`, 'application/json', '1.Rating'],
    ['JSON, for whole numbers', `{"Name":"x","Founded":${LONG}}`, 'application/json', 'Founded'],
    ['CSV', `Name,Rating\nx, ${LONG}\n`, 'text/csv', '0.Rating'],
    ['a form', `Name=x&Rating=%2B${LONG}`, FORM, 'Rating'],
  ])('is refused instead of rounded: %s', async (_what, body, type, field) => {
    const before = await cafes.rows();
    const answer = await send(Buffer.from(body), type);
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_rows', errors: [{ field }] } });
    expect(answer.body.detail.replaceAll('-', '')).toContain(becomes);
    expect(await cafes.rows()).toEqual(before);
  });

  it('is refused for a text column, with the digits that were sent', async () => {
    const { body } = await send(Buffer.from(`{"Note":${LONG}}`), 'application/json');
    expect(body.detail).toContain(`Send it as "${LONG}".`);
  });

  it('is ignored in an unknown column', async () => {
    const { status, body } = await send(
      Buffer.from(`{"Name":"x","Snowflake":${LONG}}`),
      'application/json',
      '?_unknown=ignore',
    );
    expect([status, body.meta.ignored]).toEqual([201, ['Snowflake']]);
  });

  it.each([
    ['a whole number that a double represents', '12345678901234568', Number('12345678901234568')],
    ['a fraction of many digits', '0.12345678901234567', Number('0.12345678901234567')],
    ['an exponent', '1234567890123456789e-18', Number('1234567890123456789e-18')],
  ])('is not confused with %s', async (_what, text, value) => {
    for (const body of [`{"Name":"a \\"${LONG}","Rating":${text}}`, `{"Name":"${LONG}","Rating":${text}}`]) {
      const answer = await send(Buffer.from(body), 'application/json');
      expect([answer.status, answer.body.data?.Rating]).toEqual([201, value]);
    }
  });

  it.each([
    [LONG, 'not an object'],
    [`[${LONG}]`, 'not an object'],
    [`{"Nonsense":${LONG}}`, '“Nonsense” is no column'],
  ])('is refused as no row: %s', async (body, sentence) => {
    const answer = await send(Buffer.from(body), 'application/json');
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining(sentence)]);
    expect(answer.body.hint).not.toContain('without “Nonsense” around it');
  });

  const asked = (sent: string) => cafes.call('POST', '/_query', { body: sent });

  it('is refused in an equality filter, so that no nearby row is written to', async () => {
    const near = '12345678901234568';
    expect((await cafes.call('POST', '', { body: `{"Name":"near","Rating":${near}}` })).status).toBe(201);
    const before = await cafes.rows();
    const refusals = [
      await cafes.call('GET', `?Rating=${LONG}`),
      await cafes.call('GET', `?_where=${encodeURIComponent(`{"Rating":{"in":[1,${LONG}]}}`)}`),
      await cafes.call('PATCH', `?Rating=${LONG}`, { body: { Name: 'another' } }),
      await cafes.call('DELETE', `?Rating__in=1,${LONG}`),
      await asked(`{"where":{"Rating":{"eq":${LONG}}}}`),
    ];
    for (const { status, body } of refusals) {
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`so many digits: it would be ${near}.`)]);
    }
    expect(await cafes.rows()).toEqual(before);
  });

  it.each([
    [`Rating__gt=${LONG}`, 1],
    [`Rating__gte=${LONG}`, 1],
    [`Rating__lt=${LONG}`, 0],
    [`Rating__between=${LONG},9223372036854775807`, 1],
    ['Rating__gt=12345678901234569', 0],
    ['Rating__lte=12345678901234569', 1],
    [`Rating__lt=-${LONG}`, 0],
    ['Rating__gte=-9223372036854775807', 1],
  ])('bounds a range exactly: %s', async (question, expected) => {
    const { status, body } = await cafes.call('GET', `?Name=near&${question}&_limit=1`);
    expect([status, body.meta.total]).toEqual([200, expected]);
    const [op, value] = question.replace('Rating__', '').split('=') as [string, string];
    const rating = { [op]: value.includes(',') ? [value] : value };
    const where = JSON.stringify({ Name: { eq: 'near' }, Rating: rating }).replaceAll(/"([-\d,]+)"/g, '$1');
    expect((await asked(`{"where":${where}}`)).body.meta.total).toBe(expected);
  });

  it.each([`{"where":{"Rating":${LONG}}}`, `{"where":${LONG}}`, `{"limit":${LONG}}`, LONG])(
    'is refused elsewhere in a query: %s',
    async (sent) => {
      const { status, body } = await asked(sent);
      expect(status).toBe(400);
      expect(body.detail).not.toContain('rounded');
    },
  );

  it('is refused if it is infinite as a double', async () => {
    const { status, body } = await send(Buffer.from(`{"Name":"x","Rating":${'9'.repeat(400)}}`), 'application/json');
    expect([status, body.detail]).toEqual([422, expect.stringContaining('Infinity is not one of them')]);
  });
});

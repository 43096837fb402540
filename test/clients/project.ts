import { xlsx } from '../fixtures/workbookFiles';

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
type Value = string | number | boolean | Date;
/** Days since the end of 1899, as sheets count them. */
const dayOf = (date: Date) => date.getTime() / 86_400_000 + 25_569;
const cellOf = (value: Value) =>
  value instanceof Date
    ? `<c s="1"><v>${dayOf(value)}</v></c>`
    : typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : typeof value === 'boolean'
        ? `<c t="b"><v>${Number(value)}</v></c>`
        : value === ''
          ? '<c/>'
          : textCell(value);
const rowsOf = (rows: readonly (readonly Value[])[]) =>
  rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('');

const cities = ['Oslo', 'Bergen', 'London', 'Oslo, west'];

/** Names that have broken generators: percent signs, brackets, and properties of every JavaScript object. */
const cafes = [
  [
    'Name',
    'City',
    'Founded',
    'Rating',
    'Open',
    'Since',
    'Seen',
    'At',
    '50 % off',
    'constructor',
    'Größe',
    'a-b',
    'Tags[]',
  ],
  ...Array.from({ length: 40 }, (_, n) => [
    ...[`Café ${n}`, cities[n % 4] ?? '', 1990 + n, 1 + n / 8, n % 2 === 0, new Date(`20${10 + n}-04-01`)],
    ...[`20${10 + n}-04-01T12:30:00Z`, `${String(8 + (n % 10)).padStart(2, '0')}:30`],
    ...[n % 3 === 0 ? '' : 'yes', `c${n}`, n, `x${n}`, n === 5 ? '' : 'a'],
  ]),
];
const orders = [['Code', 'Total', 'Paid'], ...Array.from({ length: 5 }, (_, n) => [`o${n}`, 10.5 * n, n % 2 === 0])];

async function asked<T>(
  origin: string,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<[T, Headers]> {
  const isForm = body instanceof FormData;
  const response = await fetch(origin + path, {
    method,
    headers: { origin, cookie, ...(!isForm && body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return [(await response.json()) as T, response.headers];
}

/**
 * Creates an account, and a public project of a workbook.
 *
 * @returns environment variables of the scripts
 */
export async function publishedProject(origin: string): Promise<Record<string, string>> {
  const email = `clients${Date.now()}@people.example`;
  const person = { name: 'Ada', email, password: 'a long password of a test' };
  const [, headers] = await asked(origin, '', 'POST', '/api/auth/sign-up/email', person);
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const form = new FormData();
  const sheets = [
    { name: 'Cafés 100 %', rows: rowsOf(cafes) },
    { name: 'Orders', rows: rowsOf(orders) },
  ];
  form.append('file', new Blob([new Uint8Array(xlsx({ sheets, formats: [0, 'yyyy-mm-dd'] }))]), 'Cafés.xlsx');
  type Uploaded = { readonly spreadsheet: { readonly id: string } };
  const [{ spreadsheet }] = await asked<Uploaded>(origin, cookie, 'POST', '/api/drive/spreadsheets', form);
  type Made = { readonly project: { readonly id: string } };
  const [{ project }] = await asked<Made>(origin, cookie, 'POST', '/api/projects/sync', { sheetId: spreadsheet.id });
  await asked(origin, cookie, 'PUT', `/api/projects/${project.id}/update`, { access: 'public' });
  const scopes = ['read', 'create', 'update', 'delete', 'schema'];
  const wish = { name: 'Clients', kind: 'secret', scopes };
  const [{ secret }] = await asked<{ secret: string }>(
    origin,
    cookie,
    'POST',
    `/api/projects/${project.id}/keys`,
    wish,
  );
  return { ORIGIN: origin, PROJECT: project.id, KEY: secret };
}

import fc, { type Arbitrary } from 'fast-check';

/** Names of columns that look like addresses, operators or parameters. */
const headers = ['Name', 'City name', '2009', 'a__gt', 'Ünïcode', 'a&b=c', '_code', '50%', 'or'];

const pick = (...list: readonly string[]) => fc.constantFrom(...list);

/** Cells of a CSV, by the type of their column. */
const cells: Readonly<Record<string, Arbitrary<string>>> = {
  text: pick(
    ...['Oslo', 'oslo', 'OSLO', 'Zürich', 'ZÜRICH', 'zurich', 'a, b', 'quo"te', '50%', 'a+b', 'x&y=z', '漢字', '👩‍🚀'],
    ...[
      '-',
      '#1',
      'a_b',
      "O'Neil",
      'null',
      'true',
      '007',
      'São Paulo',
      'é',
      'e\u0301',
      'ſ',
      'ß',
      'SS',
      'x\u007fy',
      '{"a":1}',
    ],
  ),
  integer: fc.integer({ min: -10, max: 10 }).map(String),
  number: fc.oneof(
    fc.integer({ min: -500, max: 500 }).map((n) => String(n / 100)),
    pick('0.1', '1234567.25', '-2.5'),
  ),
  boolean: pick('TRUE', 'FALSE'),
  date: pick('2009-04-01', '2009-04-02', '1999-12-31', '2024-02-29', '2011-01-02'),
  datetime: pick('2009-04-01T12:30:00', '2009-04-01T12:30:01', '1969-12-31T23:59:59'),
  time: pick('07:30', '12:30:15', '23:59:59', '00:00:00'),
  mixed: pick('1', '2', 'two', '2009-04-01', 'TRUE', '1.50', '10'),
};

const column = fc.record({ kind: fc.constantFrom('text', ...Object.keys(cells)), blank: fc.constantFrom(0, 2, 8) });

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** A CSV file: the first column is text, and no row is blank. */
export const sheets: Arbitrary<string> = fc
  .array(column, { minLength: 3, maxLength: headers.length - 1, size: 'max' })
  .chain((columns) => {
    const row = columns.map(({ kind, blank }) => {
      const filled = cells[kind] ?? fc.constant('');
      return fc.oneof({ weight: 10, arbitrary: filled }, { weight: blank, arbitrary: fc.constant('') });
    });
    // A column of only `true` would be boolean.
    const first = (cells['text'] ?? fc.constant('x')).filter((text) => text !== 'true');
    const rows = fc.array(fc.tuple(first, ...row), { minLength: 1, maxLength: 300, size: 'max' });
    return rows.map((all) => {
      const head = headers.slice(0, columns.length + 1);
      return [head, ...all].map((line) => line.map(quoted).join(',')).join('\n');
    });
  });

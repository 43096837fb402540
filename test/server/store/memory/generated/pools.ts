import type { ColumnType } from '../../../../../src/contract/rows';

/** Texts in many scripts, with near neighbours in sort order, case and accents. */
export const texts: readonly string[] = [
  ...['a', 'A', 'b', 'B', 'ab', 'aB', 'Ab', 'AB', 'a b', 'a-b', 'a_b', 'a%b', 'a\\b', ' a', 'a '],
  ...['ä', 'Ä', 'a\u0308', 'å', 'Ørsted', 'ørsted', 'Zürich', 'ZURICH', 'zürich', 'Łódź', 'Lodz', 'é', 'e\u0301', 'e'],
  ...['ß', 'ss', 'SS', 'ΟΔΟΣ', 'οδος', 'οδοσ', 'İ', 'i', 'ı', 'I', 'ﬁ', 'fi', '\u00ad', 'so\u00adft', 'soft'],
  ...['漢字', '汉字', '👩‍🚀', '👩', '\ud800', '\udc00x', '\u2028', '\u0000', '\u007f', 'a\u007f', '\u{10ffff}\u007f'],
  ...['"', '"quoted"\n', 'tab\there', '1', '10', '2', '-1', '1.5', 'true', 'null', '$5', '#1', '~'],
  ...['Item 1', 'Item 10', 'Item 2', 'item 2', 'customer 0000001', 'customer 0000002', 'Customer 0000001'],
  ...[
    "O'Neill",
    'ONeill',
    'co-op',
    'coop',
    'COOP',
    'naïve',
    'naive',
    'résumé',
    'resume',
    'x'.repeat(300),
    'ÿ'.repeat(700),
  ],
];

export const dates: readonly string[] = [
  ...['2009-04-01', '2009-04-02', '1999-12-31', '2024-02-29', '2024-02-30', '0001-01-01', '9999-12-31', '2009-13-01'],
];

export const datetimes: readonly string[] = [
  ...['2009-04-01T00:00:00', '2009-04-01T12:30:00', '2009-04-01T12:30:00.5', '2009-04-01T12:30:00Z'],
  ...['2009-04-01T12:30:00+02:00', '2009-04-01T12:30:00+0200', '2009-04-01T10:30:00', '2009-04-30T23:59:59'],
  '1969-12-31T23:59:59',
];

export const times: readonly string[] = ['00:00:00', '12:30:00', '12:30:00.25', '23:59:59', '100:00:00', '09:05:07'];

export const numbers: readonly number[] = [
  ...[0, 1, -1, 2, 10, 1.5, -1.5, 0.1, 0.2, 0.3, 1e21, 1e-7, 123456789012345, 12345678901234.5, 9007199254740991, 17.5],
  ...[5e-324, 1.7976931348623157e308, -5e-324],
];

export const patterns: readonly string[] = [
  ...[
    '%',
    '_',
    'a%',
    '%b',
    '%a%',
    'a_b',
    'a\\_b',
    'a\\%b',
    '%\\\\%',
    '__',
    '%o%o%',
    '20%-_4-%',
    '1%',
    '',
    '%👩%',
    '_𝒳',
  ],
];

/** Names with a meaning elsewhere, such as parameters or properties of objects. */
export const keys: readonly string[] = ['a', '2009', 'quo"te', 'ä 漢', '__proto__', 'constructor', 'b_2'];

export const types: readonly ColumnType[] = ['text', 'integer', 'number', 'boolean', 'date', 'datetime', 'time'];

import { parsePasted } from '../../../src/app/grid/tsv';

const FOUR = ['name', 'price', 'note', 'since'];
const TWO = ['name', 'price'];

const tables: [string, string, string[], string[][]][] = [
  [
    'tabs, with any other characters',
    'a,b\tc\nd,e\tf',
    TWO,
    [
      ['a,b', 'c'],
      ['d,e', 'f'],
    ],
  ],
  [
    'commas, as many fields as columns',
    'Kona,31\nJava,5\n',
    TWO,
    [
      ['Kona', '31'],
      ['Java', '5'],
    ],
  ],
  [
    'semicolons with decimal commas',
    'Kona;1,5\r\nJava;2,5\r\n',
    TWO,
    [
      ['Kona', '1,5'],
      ['Java', '2,5'],
    ],
  ],
  [
    'three fields before more columns',
    'Kona,31,x\nJava,5,',
    FOUR,
    [
      ['Kona', '31', 'x'],
      ['Java', '5', ''],
    ],
  ],
  [
    'quotes',
    '"Kona, dark","say ""no"""\nJava,5',
    TWO,
    [
      ['Kona, dark', 'say "no"'],
      ['Java', '5'],
    ],
  ],
  [
    'lines in quotes',
    '"two\nlines",1\nJava,5',
    TWO,
    [
      ['two\nlines', '1'],
      ['Java', '5'],
    ],
  ],
  ['a header line', 'name,price\nKona,31', TWO, [['Kona', '31']]],
];

it.each(tables)('a table: %s', (_, text, columns, cells) => {
  expect(parsePasted(text, columns)).toEqual(cells);
});

const texts: [string, string, string[]][] = [
  ['one line', 'Kona,31', TWO],
  ['one sentence', 'Sweet, floral, clean', ['a', 'b', 'c']],
  ['sentences of several lines', 'Dear Ann,\nthank you, and see you', TWO],
  ['sentences with a comma each', 'Sweet, floral\nBitter, strong', TWO],
  ['two fields before more columns', '59.91,10.75\n48.85,2.35', FOUR],
  ['more fields than columns', 'a,b,c\nd,e,f', TWO],
  ['lines with different numbers of fields', 'a,b\nc\nd,e', TWO],
  ['numbers with decimal commas', '1,5\n-2,25\n1.234,50', TWO],
  ['numbers with separated thousands', '1,234\n12,345,678\n', TWO],
  ['nothing but lines', 'Kona\nJava', TWO],
];

it.each(texts)('a text with one line for each cell: %s', (_, text, columns) => {
  const lines = text.split('\n').filter((line) => line !== '');
  expect(parsePasted(text, columns)).toEqual(lines.map((line) => [line]));
});

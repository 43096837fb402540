import type { SnippetRequest } from '../../../src/app/snippets/snippetRequest';

const ORIGIN = 'https://tabpoint.example';
const PATH = '/v1/k3v9tq2mxa7rfw5d/beans';

export const listing: SnippetRequest = {
  method: 'GET',
  origin: ORIGIN,
  path: PATH,
  query: [
    ['origin', 'Ethiopia'],
    ['_limit', '2'],
  ],
  answer: 'rows',
  columns: [
    { key: 'name', type: 'text', nullable: false },
    { key: 'price', type: 'number', nullable: true },
    { key: 'in stock', type: 'boolean', nullable: false },
    { key: 'harvested', type: 'date', nullable: true },
  ],
};

export const adding: SnippetRequest = {
  method: 'POST',
  origin: ORIGIN,
  path: PATH,
  query: [],
  key: 'tp_sk_abc',
  body: '{"name":"Kaffa","price":17.5,"in stock":true,"tags":["a",null]}',
  answer: 'row',
  columns: listing.columns,
};

export const deleting: SnippetRequest = {
  method: 'DELETE',
  origin: ORIGIN,
  path: `${PATH}/r_8k2f`,
  query: [],
  key: 'YOUR_KEY',
  answer: 'nothing',
};

/** Texts that try to break out of quotes, comments, shells and templates. */
export const hostileTexts: readonly string[] = [
  `'; rm -rf / #`,
  `"; DROP TABLE beans; --`,
  '$(touch /tmp/x) `touch /tmp/y` ${HOME} $HOME {$x}',
  'a\\',
  "\\'",
  '\\"',
  'line\nbreak\r\nand\ttab',
  '\u0000\u0001\u001b[31m\u007f\u0085',
  '\u2028\u2029\ufeff',
  '<?php echo 1; ?>',
  '</script><script>alert(1)</script>',
  '"""\'\'\'```',
  '*/ // /* #',
  'عربي \u202eevil \u{1f600} 日本',
  '100%_&a=b#c?d/e+f g',
  '@/etc/passwd',
  '-o /tmp/x',
  '[1-3]{a,b}',
  'half \ud800 of a pair',
  '__proto__',
  ' ',
  'x'.repeat(300),
];

/** Returns a text as it arrives encoded in UTF-8, in which a lone surrogate cannot exist. */
export const asUtf8 = (text: string) => Buffer.from(text).toString();

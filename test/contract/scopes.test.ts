import { originNamed } from '../../src/contract/scopes';

it.each([
  ['https://example.com', 'https://example.com'],
  [' https://Example.com/ ', 'https://example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['https://example.com:443', 'https://example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost', 'http://localhost'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('%s is the origin %s', (text, origin) => {
  expect(originNamed(text)).toBe(origin);
});

it.each([
  '',
  '*',
  'null',
  'example.com',
  'http://example.com',
  'http://localhost.example.com',
  'https://',
  'https://example.com/shop',
  'https://example.com?x',
  'https://me@example.com',
  'https://a b.example',
  'https://example.com:99999',
  'javascript:alert(1)',
])('%j is not an origin', (text) => {
  expect(originNamed(text)).toBeUndefined();
});

import { createSeal } from '../../../../src/server/google/consent/seal';

const seal = createSeal('a secret of this server, which is long');

it('opens what it has sealed, and differs each time', () => {
  const sealed = seal.seal('1//0token ü', 'ann refresh');
  expect(sealed).not.toContain('token');
  expect(seal.seal('1//0token ü', 'ann refresh')).not.toBe(sealed);
  expect(seal.open(sealed, 'ann refresh')).toBe('1//0token ü');
});

it.each([
  ['about something else', (sealed: string) => seal.open(sealed, 'bob refresh')],
  ['with another secret', (sealed: string) => createSeal('another secret').open(sealed, 'ann refresh')],
  [
    'changed',
    (sealed: string) => seal.open(`${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`, 'ann refresh'),
  ],
  ['cut', (sealed: string) => seal.open(sealed.slice(0, 20), 'ann refresh')],
  ['of another kind', (sealed: string) => seal.open(sealed.replace('v1.', 'v2.'), 'ann refresh')],
])('does not open what is %s', (_what, open) => {
  expect(open(seal.seal('1//0token', 'ann refresh'))).toBeUndefined();
});

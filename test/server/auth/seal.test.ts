import { createSeal } from '../../../src/server/auth/seal';

const seal = createSeal('a secret of this server, which is long');

it('opens what it has sealed, and seals differently each time', () => {
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
])('does not open a text that is %s', (_what, open) => {
  expect(open(seal.seal('1//0token', 'ann refresh'))).toBeUndefined();
});

describe('during an exchange of its secret', () => {
  const next = createSeal('the next secret of this server', 'a secret of this server, which is long');
  const sealed = seal.seal('1//0token', 'ann refresh');

  it('opens texts of both secrets, and seals with the next one', () => {
    expect(next.open(sealed, 'ann refresh')).toBe('1//0token');
    expect(next.open(next.seal('1//0token', 'ann'), 'ann')).toBe('1//0token');
    expect(seal.open(next.seal('1//0token', 'ann'), 'ann')).toBeUndefined();
  });

  it('seals texts of the former secret again, with the same context, and nothing else', () => {
    const renewed = next.renew(sealed, 'ann refresh') ?? '';
    expect(createSeal('the next secret of this server').open(renewed, 'ann refresh')).toBe('1//0token');
    expect(next.renew(renewed, 'ann refresh')).toBeUndefined();
    expect(next.renew(sealed, 'bob refresh')).toBeUndefined();
    expect(seal.renew(sealed, 'ann refresh')).toBeUndefined();
  });
});

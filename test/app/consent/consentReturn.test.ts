import { consentReturn } from '../../../src/app/consent/consentSaga';
import { paths } from '../../../src/app/paths';

const url = 'https://docs.google.com/spreadsheets/d/1abc/edit?usp=sharing#gid=7';

it('returns nothing for a page without an outcome', () => {
  expect(consentReturn('/projects/new')).toBeUndefined();
  expect(consentReturn('/account?view=x#y')).toBeUndefined();
});

it('returns any URL that was in the input', () => {
  expect(consentReturn(`${paths.createProjectWith(url)}&google=connected`)).toEqual({
    notice: { kind: 'info', text: 'Google account connected' },
    sheet: url,
    clean: '/projects/new',
  });
});

it.each([
  ['denied', /you chose Cancel/],
  ['incomplete', /Allow your Google Sheets there/],
  ['expired', /took too long/],
  ['failed', /could not be asked/],
])('has a message for %s', (outcome, sentence) => {
  const back = consentReturn(`/account?a=1&google=${outcome}#b`);
  expect(back?.notice).toMatchObject({ kind: 'error', text: expect.stringMatching(sentence) });
  expect(back?.clean).toBe('/account?a=1#b');
});

it('returns no message for an unknown outcome', () => {
  expect(consentReturn('/account?google=toString')).toEqual({ notice: undefined, sheet: undefined, clean: '/account' });
});

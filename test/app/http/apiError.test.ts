import { ApiError, type ApiFailureKind, failureText, isUnknown, serverTextOf } from '../../../src/app/http/apiError';
import { failureAdvice, notLoadedText, shownFailure } from '../../../src/app/http/shownFailure';

describe("the server's message", () => {
  it.each([
    [{ detail: 'Detail.', message: 'Message.', error: 'Error.' }, 'Detail.'],
    [{ message: 'Message.', error: 'Error.' }, 'Message.'],
    [{ error: 'Error.' }, 'Error.'],
    [{ detail: '', message: 'Message.' }, 'Message.'],
    [{ detail: '  ', message: '\n', error: 'Error.' }, 'Error.'],
    [{ detail: { text: 'no' }, message: 7, error: 'Error.' }, 'Error.'],
    [{ title: 'Title' }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('in %j is %s', (body, text) => {
    expect(serverTextOf(body)).toBe(text);
  });
});

it.each<[ApiFailureKind, boolean]>([
  ['network', true],
  ['timedOut', true],
  ['refused', false],
  ['signedOut', false],
  ['cancelled', false],
  ['unexpected', false],
])('after a failure of the kind %s the outcome is unknown: %s', (kind, unknown) => {
  expect(isUnknown({ kind, message: '' })).toBe(unknown);
});

describe('an error', () => {
  const body = { kind: 'odd', status: 'late', name: 'Tea', message: 'Cold.', body: 'x', failure: 1, row: 7 };
  const error = new ApiError({ kind: 'refused', message: 'Cold.', status: 409, statusText: 'Conflict', body });

  it('has the status, the status text and the fields of the JSON body', () => {
    expect(error).toMatchObject({ status: 409, statusText: 'Conflict', row: 7 });
    expect(Object.keys(error)).toContain('row');
  });

  it.each(Object.entries(body))(
    'keeps the field %s of the body in `body`, whatever its own field of that name',
    (name, value) => {
      expect(error.body?.[name]).toBe(value);
      expect(error.failure.body?.[name]).toBe(value);
    },
  );
});

describe('the message for the person', () => {
  const fallback = 'Failed to fetch sheet data';

  it('is the fixed text for a timeout', () => {
    expect(failureText({ kind: 'timedOut', message: 'timeout of 10000ms exceeded' }, fallback)).toBe(
      'Request timed out',
    );
  });

  it("is the server's message", () => {
    expect(failureText({ kind: 'refused', message: 'x', body: { detail: 'Private.' } }, fallback)).toBe('Private.');
  });

  it.each(['refused', 'network', 'unexpected'] as const)('is the fallback if %s has no message', (kind) => {
    expect(failureText({ kind, message: 'Network Error' }, fallback)).toBe(fallback);
  });

  it('includes the error code of the response if it is a string', () => {
    const failure = { kind: 'refused' as const, message: 'x', body: { detail: 'Private.', code: 'source_private' } };
    expect(shownFailure(failure, fallback)).toEqual({ message: 'Private.', code: 'source_private' });
    expect(shownFailure({ ...failure, body: { code: 7 } }, fallback)).toEqual({ message: fallback });
    const body = { detail: 'Private.', shareWith: 'robot@tea.example' };
    expect(shownFailure({ ...failure, body }, fallback)).toEqual({
      message: 'Private.',
      shareWith: 'robot@tea.example',
    });
  });

  it('includes the server’s hint', () => {
    const body = { detail: 'This is a picture.', hint: 'Upload a workbook.' };
    const failure = { kind: 'refused' as const, message: 'x', body };
    expect(failureAdvice(failure, fallback)).toBe('This is a picture. Upload a workbook.');
    expect(failureAdvice({ ...failure, body: { hint: 7 } }, fallback)).toBe(fallback);
    expect(failureAdvice({ kind: 'network', message: 'x' }, fallback)).toBe(fallback);
    expect(failureAdvice({ ...failure, kind: 'timedOut' }, fallback)).toBe('Request timed out');
  });
});

describe('why data did not load', () => {
  it.each<[what: string, failure: ApiError['failure'], text: string]>([
    [
      'an invalid response',
      { kind: 'unexpected', message: 'title is missing' },
      'The server gave no answer that can be used. Nothing is lost. Try again in a moment.',
    ],
    [
      'a network error',
      { kind: 'network', message: 'x' },
      'The server cannot be reached from here; your endpoints neither. Try again in a moment.',
    ],
    [
      'a failure without a message',
      { kind: 'refused', message: '', status: 502 },
      'The server answered with 502. Nothing is lost. Try again in a moment.',
    ],
  ])('is explained for %s', (_what, failure, text) => {
    expect(notLoadedText(failure)).toBe(text);
  });
});

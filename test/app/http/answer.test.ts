import { answerWith, fileRequest, isList, isRecord, isText } from '../../../src/app/http/answer';

const needs = (data: unknown) => answerWith<{ title: string; tabs: unknown[] }>(data, { title: isText, tabs: isList });

it('is the answer itself when it has what is needed', () => {
  const data = { title: 'Coffee', tabs: [], more: 1 };
  expect(needs(data)).toBe(data);
});

it.each([
  [null, 'title, tabs'],
  [undefined, 'title, tabs'],
  ['<html>', 'title, tabs'],
  [[], 'title, tabs'],
  [{ title: 'Coffee', tabs: {} }, 'tabs'],
])('%j cannot be used', (data, lacking) => {
  expect(() => needs(data)).toThrow(`The server's answer cannot be used: ${lacking} is missing.`);
});

it.each([
  [{}, true],
  [[], false],
  [null, false],
  ['x', false],
])('%j is a record: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});

describe('a file that is sent', () => {
  const file = new File(['a,b'], 'tea.csv');
  const { signal } = new AbortController();
  const told: number[] = [];
  const request = fileRequest('/api/drive', file, (share) => told.push(share), signal);

  it('is a form with the file under its name, and can be given up', () => {
    expect(request).toMatchObject({ method: 'post', url: '/api/drive' });
    expect(request.signal).toBe(signal);
    expect((request.data as FormData).get('file')).toMatchObject({ name: 'tea.csv', size: 3 });
  });

  it('tells how much of it was sent, nothing while its size is not known', () => {
    const bytes = (loaded: number, total?: number) => ({ loaded, total, bytes: loaded, lengthComputable: true });
    for (const event of [bytes(1, 4), bytes(4, 4), bytes(2), bytes(0, 0)]) request.onUploadProgress?.(event);
    expect(told).toEqual([0.25, 1, 0, 0]);
  });
});

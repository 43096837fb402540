import { answerWith, fileRequest, isList, isRecord, isText } from '../../../src/app/http/answer';

const validate = (data: unknown) =>
  answerWith<{ title: string; tabs: unknown[] }>(data, { title: isText, tabs: isList });

it('returns the response itself if it has the required fields', () => {
  const data = { title: 'Coffee', tabs: [], more: 1 };
  expect(validate(data)).toBe(data);
});

it.each([
  [null, 'title, tabs'],
  [undefined, 'title, tabs'],
  ['<html>', 'title, tabs'],
  [[], 'title, tabs'],
  [{ title: 'Coffee', tabs: {} }, 'tabs'],
])('%j is invalid', (data, missing) => {
  expect(() => validate(data)).toThrow(`The server's answer cannot be used: ${missing} is missing.`);
});

it.each([
  [{}, true],
  [[], false],
  [null, false],
  ['x', false],
])('%j is a record: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});

it('a file upload can be aborted, and reports its progress, 0 while the size is unknown', () => {
  const progress: number[] = [];
  const file = new File(['a,b'], 'tea.csv');
  const { signal } = new AbortController();
  const request = fileRequest('/api/drive', file, (share) => progress.push(share), signal);
  expect(request.signal).toBe(signal);
  const bytes = (loaded: number, total?: number) => ({ loaded, total, bytes: loaded, lengthComputable: true });
  for (const event of [bytes(1, 4), bytes(4, 4), bytes(2), bytes(0, 0)]) request.onUploadProgress?.(event);
  expect(progress).toEqual([0.25, 1, 0, 0]);
});

import type { WriteAnswer } from '../../../endpoints/write/writeAnswer';

interface Body {
  readonly meta?: { readonly revision?: number };
}

/** An answer that was made beforehand, with the revision that the write has come to. */
export function answerAt(answer: string, revision: number): string {
  const made = JSON.parse(answer) as WriteAnswer;
  const headers = { ...made.headers, 'x-tabpoint-revision': String(revision) };
  if (made.body === '') return JSON.stringify({ ...made, headers });
  const body = JSON.parse(made.body) as Body;
  return JSON.stringify({ ...made, headers, body: JSON.stringify({ ...body, meta: { ...body.meta, revision } }) });
}

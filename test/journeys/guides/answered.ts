import { isDeepStrictEqual } from 'node:util';
import type { CurlCall } from './curlCall';
import type { GuideBlock } from './guideBlocks';
import type { Stage } from './stage';

/** A response as received. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends a call. */
export async function asked({ method, url, headers, body }: CurlCall): Promise<Answered> {
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

/** The expected status of a block: the number after `answer`, or the default for success. */
const statusOf = ({ mark }: GuideBlock) => Number(mark.split(' ')[1] ?? 200);

/** Compares JSON by value, so that white space is ignored. */
export function expectJson(body: string, expected: string, stage: Stage) {
  expect(JSON.parse(stage.general(body))).toEqual(JSON.parse(stage.general(expected)));
}

/** Expects the response that the guide shows. */
export function expectAnswer(answer: Answered, block: GuideBlock, stage: Stage) {
  if (block.kind === 'http') {
    const [status, ...headers] = block.text.split('\n');
    expect(`HTTP/1.1 ${answer.status}`).toBe(status);
    for (const header of headers) {
      const [, name = '', value] = /^([\w-]+): (.*)$/.exec(header) ?? [];
      expect([name, answer.headers.get(name)]).toEqual([name, value]);
    }
    return;
  }
  expect([answer.status, answer.body]).toEqual([statusOf(block), answer.body]);
  if (block.kind === 'json') expectJson(answer.body, block.text, stage);
  else if (block.kind === 'csv') expect(answer.body.trim().replaceAll('\r\n', '\n')).toBe(block.text);
  else throw new Error(`No test reads an answer of ${block.kind}.`);
}

/** Whether a part of a response is contained in what the guide shows. */
export const isPartOf = (part: object, whole: Record<string, unknown>) =>
  Object.entries(part).every(([name, value]) => isDeepStrictEqual(value, whole[name]));

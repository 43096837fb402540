import type { ReadTab } from './endpointsRepository';
import { type Format, formats } from './formats/format';
import type { Asked } from './plans';
import { Digest } from './query/digest';
import type { Plan } from './query/plan';

/** Grows when answers of the same rows begin to look different. */
const SHAPE = 3;

/** What every answer at one address has in common, in one form. */
interface Beginning {
  readonly tabId: string;
  readonly url: string;
  readonly form: number;
  readonly digest: Digest;
}

/** The last beginning for each who may ask the same: nearly every question has the same. */
const beginnings = new WeakMap<Asked, Beginning>();

/** In which form an answer is, as a number; whether a limit was given matters to files alone. */
export const formOf = (format: Format, withColumns: boolean, isBody: boolean, { isLimited }: Plan): number =>
  formats.indexOf(format) * 8 + (withColumns ? 4 : 0) + (isBody ? 2 : 0) + (format !== 'json' && isLimited ? 1 : 0);

function beginningOf(asked: Asked, { id }: ReadTab, url: string, form: number): Digest {
  const known = beginnings.get(asked);
  if (known?.url === url && known.form === form && known.tabId === id) return known.digest;
  const digest = new Digest().number(SHAPE).text(id).text(asked.view).text(url).number(form);
  beginnings.set(asked, { tabId: id, url, form, digest });
  return digest;
}

const digest = new Digest();

/**
 * What tells an answer apart from every other at its address: the same only while everything it depends on is the same, whichever
 * words the question was put in. Plain text, to be put into quotes by `entityTagOf`.
 */
export function markFor(asked: Asked, tab: ReadTab, url: string, form: number, plan: Plan, revision: number): string {
  digest
    .begin(beginningOf(asked, tab, url, form))
    .text(plan.fingerprint)
    .text(plan.look)
    .number(plan.offset);
  return `${digest.toString()}-${revision.toString(36)}`;
}

import { limits } from '../../../contract/limits';
import { Refusal } from '../../refusal';

/** Fields of a row that can all be right: a value for each column, `_id` and `_row`. */
const MOST = limits.columnsPerTab + 2;

export const tooManyFields = () =>
  new Refusal('invalid_rows', `A row names ${MOST.toLocaleString('en-GB')} fields at most.`, {
    hint: `No endpoint has more than ${limits.columnsPerTab.toLocaleString('en-GB')} columns.`,
  });

/** @throws Refusal `invalid_rows` for more fields than any endpoint has, before anything is done for each of them */
export function refuseTooMany(fields: number): void {
  if (fields > MOST) throw tooManyFields();
}

/** As {@link refuseTooMany}, for a form that is not taken apart yet. */
export function refuseLongForm(text: string): void {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MOST) throw tooManyFields();
  }
}

/** As {@link refuseTooMany}, for each line of a CSV that is not taken apart yet. */
export function refuseWideCsv(text: string): void {
  let fields = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n') fields = 1;
    else if (sign === ',') fields += 1;
    if (fields > MOST) throw tooManyFields();
  }
}

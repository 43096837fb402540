import { Refusal } from '../../refusal';
import { queryPairsOf, queryTextOf } from './rawQuery';

/**
 * Refuses any parameter, at addresses whose answer has one form only: nothing is ignored.
 *
 * @param url the request's target as it arrived
 * @throws Refusal `unknown_parameter`
 */
export function refuseParameters(url: string): void {
  const names = [...new Set(queryPairsOf(queryTextOf(url)).map(({ name }) => name))];
  if (names.length === 0) return;
  const errors = names.map((field) => ({ field, detail: `“${field}” is not known here.` }));
  throw new Refusal('unknown_parameter', 'This address takes no parameters.', { errors });
}

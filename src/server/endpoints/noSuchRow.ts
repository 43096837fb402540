import { Refusal } from '../refusal';

/** Said where an address names a row that is not there; it may not have been meant as a row's at all. */
export function noSuchRow({ title }: { readonly title: string }, id: string): Refusal {
  if (id === '')
    return new Refusal('not_found', 'No row has an empty _id.', { hint: 'Leave out the slash at the end.' });
  return new Refusal('not_found', `No row of ${title} has the id “${id}”.`, {
    hint: 'Behind the name of the sheet stands the _id of a row, as it was answered. Filters stand behind a “?”.',
  });
}

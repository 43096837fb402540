import type { Caller } from '../../access/caller';
import { Refusal } from '../../refusal';

/** The field of a form that names the page which follows. */
export const REDIRECT_FIELD = '_redirect';

const refused = (detail: string, hint: string) =>
  new Refusal('invalid_request', detail, { hint, errors: [{ field: REDIRECT_FIELD, detail }] });

/**
 * The page that follows a form: one of the sites that its key is for.
 *
 * @param address absolute
 * @returns the address as browsers write it
 * @throws Refusal `invalid_request` for any other address, and where the key is for every site
 */
export function redirectTo(address: string, { origins }: Pick<Caller, 'origins'>): string {
  if (origins === undefined) {
    throw refused(
      'The key of this form is not bound to a site, so no page can follow it.',
      'Make a key that is bound to the site of the form, under Access, or leave _redirect out.',
    );
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && origins.includes(url.origin)) return url.href;
  throw refused(
    `“${address.slice(0, 300)}” is not a page of a site that the key of this form is for.`,
    `Write the whole address of a page of ${origins.join(' or ')}.`,
  );
}

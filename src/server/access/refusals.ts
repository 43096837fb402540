import type { KeyScope } from '../../contract/scopes';
import { Refusal } from '../refusal';
import type { Presented } from './presentedKey';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="Tabpoint"' };

const HOW_TO_SEND =
  'Send one as “Authorization: Bearer …” or “X-Api-Key: …”, in a form as the field “_key”. ' +
  'The owner makes keys on the project’s page, under Access.';

/** Said to whoever comes without a key where one is needed. */
export const keyRequired = (detail: string) =>
  new Refusal('key_required', detail, { hint: HOW_TO_SEND, headers: CHALLENGE });

/** Said for a key that does not open this project, whatever else it may open. */
export function unknownKey({ expired, clash }: Presented): Refusal {
  if (clash) {
    return new Refusal('unknown_key', 'This request carries two different keys. Send one.', { headers: CHALLENGE });
  }
  const detail = expired
    ? 'This key has expired. Ask the owner of the project for another one.'
    : 'This is not a key of this project, or it has been revoked.';
  return new Refusal('unknown_key', detail, { hint: HOW_TO_SEND, headers: CHALLENGE });
}

/** Said to a page of a site that a publishable key is not for. */
export const originRefused = (origin: string) =>
  new Refusal('origin_refused', `This key does not work on pages of ${origin.slice(0, 300)}.`, {
    hint: 'A publishable key works on the sites that the owner of the project names under Access.',
  });

/** Said for a tab that a key does not know of: the same as for one that is not there. */
export const unknownTab = (name: string) =>
  new Refusal('not_found', `This project has no endpoint called “${name}”.`, {
    hint: 'The address of the project itself lists its endpoints.',
  });

const openToAll = { hint: 'This project is public: reading it needs no key at all.' };

/** Said to a key that lacks a right. */
export function missingScope(scope: KeyScope, access: 'public' | 'private'): Refusal {
  const detail = `This key may not do this: it lacks the scope “${scope}”.`;
  const isReading = scope === 'read' || scope === 'schema';
  const hint = `Use a key with the scope “${scope}”, or make one under Access.`;
  return new Refusal('missing_scope', detail, {
    ...(isReading && access === 'public' ? openToAll : { hint }),
    errors: [{ field: 'scope', detail: scope }],
  });
}

/** Said when what a key hides cannot be told from what it shows any more; that it hides anything is not. */
export const outdatedKey = (title: string) =>
  new Refusal(
    'outdated_key',
    `The columns of “${title}” have changed since this key was made, so it no longer opens this sheet.`,
    { hint: 'The owner of the project makes another one under Access, for the columns as they are called now.' },
  );

import type { KeyScope } from '../../contract/scopes';

/** What a scope lets a key do, in words. */
export const scopeWords: Readonly<Record<KeyScope, string>> = {
  read: 'Read rows',
  create: 'Add rows',
  update: 'Change and replace rows',
  delete: 'Delete rows',
  schema: 'Read columns and types only',
};

/** What one server tells all others through the database. */
export type News =
  /** A project, or one of its tabs, is stored in another way than before. */
  | { readonly kind: 'project'; readonly projectId: string }
  /** Rows of a tab were written; it is at this revision now. */
  | { readonly kind: 'rows'; readonly tabId: string; readonly revision: number }
  /** A key was made, changed, revoked or removed. */
  | { readonly kind: 'key'; readonly keyId: string }
  /** Somebody has chosen another plan. */
  | { readonly kind: 'plans' };

/** What a payload of the triggers (`../database/migrations/nodeTables`) says; undefined for one of a newer version. */
export function newsIn(payload: string): News | undefined {
  const [kind, id = '', revision = ''] = payload.split(' ');
  if (kind === 'project') return { kind, projectId: id };
  if (kind === 'rows') return { kind, tabId: id, revision: Number(revision) };
  if (kind === 'key') return { kind, keyId: id };
  return kind === 'plans' ? { kind } : undefined;
}

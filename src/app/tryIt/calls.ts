import type { KeyScope } from '../../contract/scopes';
import type { Method } from '../ui/display/MethodBadge';

/** The six calls of an endpoint, in the order of the list; the first is the default. */
export const callIds = ['list', 'get', 'add', 'change', 'replace', 'delete'] as const;
export type CallId = (typeof callIds)[number];

export interface ApiCall {
  readonly id: CallId;
  readonly method: Method;
  readonly name: string;
  /** Whether its path ends with the id of a row. */
  readonly ofRow: boolean;
  readonly sendsBody: boolean;
  readonly scope: KeyScope;
  /** Warning before a call that changes the sheet. */
  readonly warning?: string;
}

export const calls: Readonly<Record<CallId, ApiCall>> = {
  list: { id: 'list', method: 'GET', name: 'List rows', ofRow: false, sendsBody: false, scope: 'read' },
  get: { id: 'get', method: 'GET', name: 'Get a row', ofRow: true, sendsBody: false, scope: 'read' },
  add: {
    id: 'add',
    method: 'POST',
    name: 'Add a row',
    ofRow: false,
    sendsBody: true,
    scope: 'create',
    warning: 'Send adds a real row to your sheet.',
  },
  change: {
    id: 'change',
    method: 'PATCH',
    name: 'Change a row',
    ofRow: true,
    sendsBody: true,
    scope: 'update',
    warning: 'Send changes a real row of your sheet.',
  },
  replace: {
    id: 'replace',
    method: 'PUT',
    name: 'Replace a row',
    ofRow: true,
    sendsBody: true,
    scope: 'update',
    warning: 'Send replaces a real row of your sheet.',
  },
  delete: {
    id: 'delete',
    method: 'DELETE',
    name: 'Delete a row',
    ofRow: true,
    sendsBody: false,
    scope: 'delete',
    warning: 'Send deletes a real row of your sheet.',
  },
};

/** Returns the call with a name; the list by default. */
export const findCall = (name: string | null): ApiCall => calls[callIds.find((id) => id === name) ?? 'list'];

/** Returns the last segment of an endpoint's URL, with its slash: `/beans`. */
export const tabPath = (url: string) => url.slice(url.lastIndexOf('/'));

/** Returns the path pattern of a call: `/beans/{id}`. */
export const pathPattern = (url: string, { ofRow }: ApiCall) => tabPath(url) + (ofRow ? '/{id}' : '');

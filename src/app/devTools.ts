import type { Action } from '@reduxjs/toolkit';
import { keyPrefixes } from '../contract/scopes';

/** Put in by the build. */
declare const process: { readonly env: { readonly NODE_ENV: string } };

/** Names under which passwords, codes and key secrets travel: a new one of these goes under one of these names, or gets its own here. */
const SECRET_NAMES = /^(password|currentPassword|newPassword|secret|code|codes|backupCodes|uri|totpURI)$/;

const HIDDEN = '(hidden)';

const isKey = (value: unknown) =>
  typeof value === 'string' && Object.values(keyPrefixes).some((prefix) => value.startsWith(prefix));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What was looked at already: the state keeps what does not change. */
const known = new WeakMap<object, unknown>();

function without(value: unknown): unknown {
  if (isKey(value)) return HIDDEN;
  if (!isObject(value) || (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)) return value;
  if (known.has(value)) return known.get(value);
  const clean: unknown = Array.isArray(value)
    ? value.map(without)
    : Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, SECRET_NAMES.test(name) ? HIDDEN : without(one)]),
      );
  known.set(value, clean);
  return clean;
}

/** The same without passwords, codes and key secrets, which are replaced by a word. */
const withoutSecrets = <Value>(value: Value) => without(value) as Value;

/** What Redux DevTools are shown: nothing in production, and secrets nowhere. */
export const devTools = process.env.NODE_ENV !== 'production' && {
  actionSanitizer: <Sent extends Action>(action: Sent) => withoutSecrets(action),
  stateSanitizer: withoutSecrets,
};

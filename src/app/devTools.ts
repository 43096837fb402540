import type { Action } from '@reduxjs/toolkit';
import { keyPrefixes } from '../contract/scopes';

/** Inlined by the build. */
declare const process: { readonly env: { readonly NODE_ENV: string } };

/** Names of fields that hold passwords, codes and key secrets. Give a new secret one of these names, or add its name here. */
const SECRET_NAMES = /^(password|currentPassword|newPassword|secret|code|codes|backupCodes|uri|totpURI)$/;

const HIDDEN = '(hidden)';

const isKey = (value: unknown) =>
  typeof value === 'string' && Object.values(keyPrefixes).some((prefix) => value.startsWith(prefix));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Sanitized copies by original; unchanged parts of the state keep their identity. */
const sanitized = new WeakMap<object, unknown>();

function sanitize(value: unknown): unknown {
  if (isKey(value)) return HIDDEN;
  if (!isObject(value) || (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)) return value;
  if (sanitized.has(value)) return sanitized.get(value);
  const sanitizeField = ([name, field]: [string, unknown]) => [
    name,
    SECRET_NAMES.test(name) ? HIDDEN : sanitize(field),
  ];
  const clean: unknown = Array.isArray(value)
    ? value.map(sanitize)
    : Object.fromEntries(Object.entries(value).map(sanitizeField));
  sanitized.set(value, clean);
  return clean;
}

/** Returns a copy with every password, code and key secret replaced by `(hidden)`. */
const withoutSecrets = <Value>(value: Value) => sanitize(value) as Value;

/** Options of Redux DevTools: off in production; secrets are always hidden. */
export const devTools = process.env.NODE_ENV !== 'production' && {
  actionSanitizer: <Sent extends Action>(action: Sent) => withoutSecrets(action),
  stateSanitizer: withoutSecrets,
};

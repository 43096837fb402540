import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { AUTH_BASE_PATH, authPaths } from '../../contract/paths';
import type { Database } from '../database/schema';
import type { AccountRefusal } from './accountRefusal';
import { isCommonPassword } from './commonPasswords';
import { Guesses } from './guesses';
import { isKnownAddress } from './knownAddress';

const TOO_COMMON: AccountRefusal = {
  status: 400,
  code: 'PASSWORD_TOO_COMMON',
  message: 'This password is among the first that are tried. Choose another, for example a few words of your own.',
};

const TOO_MANY: AccountRefusal = {
  status: 429,
  code: 'TOO_MANY_GUESSES',
  message:
    'Too many wrong passwords for this account. Try again within the hour, or from where you have signed in before.',
  retryAfter: 10,
};

/** The addresses of the auth library that this product has: no other way in is open. */
const OPEN: ReadonlySet<string> = new Set([...Object.values(authPaths), `${AUTH_BASE_PATH}/revoke-sessions`]);

const WRONG_FORM: AccountRefusal = {
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'The body is an object of JSON whose values are texts, and a name has 200 characters at most.',
};

/** Characters of a name, at most. */
const NAME = 200;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body; undefined where it is no object of JSON. */
function fieldsOf({ body }: FastifyRequest): Fields | undefined {
  if (!(body instanceof Buffer) || body.length === 0) return {};
  try {
    // As the library reads it: without a byte order mark.
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The library keeps some fields as they come: what is no text would only break the database. */
const isWellFormed = (fields: Fields): boolean =>
  Object.values(fields).every((value) => typeof value === 'string' || typeof value === 'boolean') &&
  textOf(fields.name).length <= NAME;

const pathOf = (request: FastifyRequest) => decodeURI(request.url.split('?', 1)[0] ?? '');

/** Whether an address of the auth library is one of this product. */
export const isOpenAccountCall = (request: FastifyRequest): boolean => OPEN.has(pathOf(request));

/** What is looked at before and after the auth library is asked. */
export class AccountGuard {
  readonly #guesses = new Guesses();

  constructor(private readonly db: Kysely<Database>) {}

  /** @returns why a call is not even passed on */
  async refusal(request: FastifyRequest): Promise<AccountRefusal | undefined> {
    const fields = fieldsOf(request);
    const path = pathOf(request);
    if (fields === undefined || !isWellFormed(fields)) return WRONG_FORM;
    if (path === authPaths.signInEmail) return this.#tooManyGuesses(textOf(fields.email).toLowerCase(), request.ip);
    if (path === authPaths.signUpEmail) {
      const own = [textOf(fields.name), textOf(fields.email)];
      return isCommonPassword(textOf(fields.password), own) ? TOO_COMMON : undefined;
    }
    return path === authPaths.changePassword && isCommonPassword(textOf(fields.newPassword)) ? TOO_COMMON : undefined;
  }

  /** Takes note of how a call has ended. */
  answered(request: FastifyRequest, status: number): void {
    if (status === 401 || pathOf(request) !== authPaths.signInEmail) return;
    this.#guesses.wasRight(textOf(fieldsOf(request)?.email).toLowerCase());
  }

  /** Nobody is locked out by others where they have signed in before. */
  async #tooManyGuesses(email: string, address: string): Promise<AccountRefusal | undefined> {
    const now = Date.now();
    if (this.#guesses.hasTooMany(email, now) && !(await isKnownAddress(this.db, email, address))) return TOO_MANY;
    this.#guesses.tried(email, now);
    return undefined;
  }
}

/** SQLite's name of what went wrong, for example `SQLITE_BUSY`; undefined for an error that is not SQLite's. */
export function sqliteCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

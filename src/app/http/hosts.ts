/** Inlined by the build; see webpack.config.ts. */
declare const process: {
  readonly env: { readonly API_HOST?: string; readonly STAGING_API_HOST?: string; readonly TABPOINT_HOST?: string };
};

/** Hosts of the app API. Production is the page's own origin and base path unless the build sets another one. */
export interface ApiHosts {
  readonly production: string;
  readonly staging?: string;
  readonly local: string;
}

const isHostName = (text: string): text is keyof ApiHosts => ['production', 'staging', 'local'].includes(text);

/** Returns the host table of this build. */
export const apiHosts = (pageOrigin: string): ApiHosts => ({
  production: process.env.API_HOST || pageOrigin,
  staging: process.env.STAGING_API_HOST || undefined,
  local: 'http://localhost:4000',
});

/**
 * Returns the origin of the app API, without a trailing slash.
 *
 * @param pageOrigin origin of the page, with the base path
 * @throws if the build chose a host that has no address
 */
export function apiOrigin(pageOrigin: string): string {
  const chosen = process.env.TABPOINT_HOST || 'production';
  if (!isHostName(chosen)) throw new Error(`TABPOINT_HOST is "${chosen}": use production, staging or local.`);
  const origin = apiHosts(pageOrigin)[chosen];
  if (origin === undefined) throw new Error('TABPOINT_HOST is "staging": give STAGING_API_HOST when building.');
  return origin.replace(/\/+$/, '');
}

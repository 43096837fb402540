import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings';

type HttpsSettings = Pick<Settings, 'publicUrl' | 'hstsSubdomains'>;

const A_YEAR = 'max-age=31536000';

const fieldOf = ({ hstsSubdomains }: HttpsSettings) => ({
  'strict-transport-security': hstsSubdomains === true ? `${A_YEAR}; includeSubDomains` : A_YEAR,
});

/** What every answer says, whoever asks: nothing, unless the public address is an https one (RFC 6797). */
export const transportHeaders = (settings: HttpsSettings): Readonly<Record<string, string>> =>
  settings.publicUrl?.startsWith('https:') === true ? fieldOf(settings) : {};

/**
 * Tells browsers of people who come by https to come by nothing else for a year. Without a public address that is known of each
 * request alone, by the word of a proxy; answers of the data API, which are made ready for everybody, then leave it out.
 */
export function addTransportSecurity(app: FastifyInstance, settings: Settings): void {
  const always = transportHeaders(settings);
  if (settings.publicUrl !== undefined) {
    if ('strict-transport-security' in always)
      app.addHook('onRequest', async (_request, reply) => void reply.headers(always));
  } else if (settings.trustProxy !== false) {
    app.addHook('onRequest', async ({ protocol, url }, reply) => {
      if (protocol === 'https' && !url.startsWith('/v1/')) reply.headers(fieldOf(settings));
    });
  }
}

import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerAbout } from './about/aboutRoute';
import { registerAccount } from './account/accountRoute';
import { registerDrive } from './drive/driveRoute';
import { registerEndpoints } from './endpoints/endpointsRoute';
import { registerOwnerRows } from './endpoints/ownerRowsRoute';
import { registerGoogleConsent } from './google/consent/consentRoute';
import { renewFormerSeals } from './google/consent/formerSeals';
import { registerGooglePush } from './google/push/pushRoute';
import { refuseCrossSite } from './http/crossSite';
import { addDoorway, Doorway } from './http/doorway';
import { fastifyOptionsOf } from './http/fastifyOptions';
import { refuseWithoutHost } from './http/hostHeader';
import { refuseNulInAddresses } from './http/nulCharacters';
import { watchMethods } from './http/otherMethods';
import { readBodies } from './http/readBodies';
import { followSchemas } from './http/schemaCompilers';
import { addSecurityHeaders } from './http/securityHeaders';
import { addTransportSecurity } from './http/transportSecurity';
import { registerKeys } from './keys/keysRoute';
import { registerOwnerOpenapi } from './machines/ownerOpenapiRoute';
import { countAnswers } from './metrics/answered';
import { registerMetrics } from './metrics/metricsRoute';
import { callWindows, forgetOldWindows } from './nodes/callWindows';
import { joinNodes } from './nodes/nodes';
import type { Parts, Register } from './parts';
import { handleProblems, nothingHere } from './problems';
import { openPlanLimits } from './plans/planLimits';
import { registerPlans } from './plans/plansRoute';
import { registerProjects } from './projects/projectsRoute';
import { Refusal } from './refusal';
import { type AuthFor, createAuthFor } from './session/authFor';
import { renewFormerCookies } from './session/formerCookies';
import { requireSession } from './session/requireSession';
import { renewFactorSeals } from './session/secondFactor/formerFactorSeals';
import { registerSession } from './session/sessionRoute';
import { DEVELOPMENT_ORIGIN } from './settings';
import { registerStatic } from './static/staticRoute';
import { registerHistory } from './sync/historyRoute';
import { registerProgress } from './sync/progressRoute';
import { registerTemplates } from './templates/templatesRoute';
import { registerUsage } from './usage/usageRoute';

/** Features for everybody, on their own addresses: no session, no cookies, no headers for pages. */
const openFeatures: readonly Register[] = [registerEndpoints, registerMetrics, registerGooglePush];

/** Features under `/api`, for the signed-in person in `request.person`. */
const personFeatures: readonly Register[] = [
  registerAccount,
  registerGoogleConsent,
  registerDrive,
  registerTemplates,
  registerProjects,
  registerKeys,
  registerOwnerRows,
  registerOwnerOpenapi,
  registerHistory,
  registerProgress,
  registerPlans,
  registerUsage,
];

/**
 * Builds the whole server. It never listens: `main.ts` and the tests do that, or `inject`.
 *
 * @throws StartFailure where a setting is of no use; nothing goes on then that had begun
 */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const doorway = new Doorway(undefined, parts.admission);
  const app = Fastify({ ...fastifyOptionsOf(parts.settings, parts.logTo), serverFactory: doorway.serverFactory });
  try {
    await addEverything(app, doorway, parts);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

/** In reading order. */
async function addEverything(app: FastifyInstance, doorway: Doorway, parts: Parts) {
  addDoorway(app, doorway);
  readBodies(app);
  followSchemas(app);
  openPlanLimits(parts);
  joinNodes(app, parts);
  forgetOldWindows(app, parts.db);
  renewFormerSeals(app, parts);
  renewFactorSeals(app, parts);
  app.decorateRequest('person');
  handleProblems(app);
  addTransportSecurity(app, parts.settings);
  refuseWithoutHost(app);
  countAnswers(app);
  await app.register((scope) => addFeatures(scope, parts, openFeatures));
  await app.register((scope) => addSite(scope, parts));
  await app.ready();
}

async function addFeatures(scope: FastifyInstance, parts: Parts, features: readonly Register[]) {
  const refuseOtherMethods = watchMethods(scope);
  for (const register of features) await register(scope, parts);
  refuseOtherMethods();
}

/** Everything a browser meets: the app, and the addresses it calls. */
async function addSite(site: FastifyInstance, parts: Parts) {
  const authFor = createAuthFor({ ...parts, log: site.log });
  await addSecurityHeaders(site);
  if (parts.settings.development) await site.register(cors, developmentCors);
  refuseCrossSite(site, parts.settings);
  renewFormerCookies(site, parts.settings);
  await site.register((scope) => addFeatures(scope, parts, [registerAbout]));
  await registerSession(site, parts, authFor);
  await site.register((scope) => addPersonFeatures(scope, parts, authFor));
  await registerStatic(site, parts.settings);
}

/** `/api`: nobody gets past `requireSession`, not even to an address that does not exist. */
async function addPersonFeatures(scope: FastifyInstance, parts: Parts, authFor: AuthFor) {
  requireSession(scope, authFor, parts);
  refuseNulInAddresses(scope);
  await scope.register(rateLimit, {
    global: false,
    keyGenerator: ({ person }) => person.id,
    errorResponseBuilder: tooMany,
    // Several servers count together; one that is alone does so in memory.
    ...(parts.settings.databaseUrl !== undefined && { store: callWindows(parts.db) }),
  });
  await addFeatures(scope, parts, personFeatures);
  const nowhere = async (): Promise<never> => {
    throw nothingHere();
  };
  scope.all('/api', { onRequest: nowhere }, nowhere);
  scope.all('/api/*', { onRequest: nowhere }, nowhere);
}

const tooMany = () => new Refusal('too_many_requests', 'Too many requests. Wait a few seconds and try again.');

const developmentCors = {
  origin: DEVELOPMENT_ORIGIN,
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['Retry-After', 'Content-Disposition'],
};
